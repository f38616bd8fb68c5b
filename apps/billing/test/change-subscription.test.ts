import { newId, toPublicId } from '@florin/contracts';
import { eventually } from '@florin/testing';
import { describe, expect, it } from 'vitest';
import { callerOf, type Shop } from './start-billing.ts';
import { useBilling } from './use-billing.ts';

const START = '2026-01-01T00:00:00Z';
const HALFWAY = '2026-01-16T12:00:00Z';
const { world, billing, openShop } = useBilling();

/** An account with a subscription to the basic plan since 1 January. */
async function subscribed(available: number, fields: object = {}) {
  world().clock.set(START);
  const shop = await openShop({ available });
  const { body } = await shop.subscribe(fields);
  world().clock.set(HALFWAY);
  const path = `/v1/subscriptions/${body.id}`;
  return { shop, path, record: body };
}

const change = (shop: Shop, path: string, verb: string, body?: object) =>
  shop.post(`${path}/${verb}`, body);

describe('update', () => {
  it('up: charges the difference and applies at once', async () => {
    const { shop, path, record } = await subscribed(1_750);
    const { status, body } = await change(shop, path, 'update', { plan: 'pro' });
    expect({ status, ...body, latest_invoice_id: '', updated_at: '' }).toEqual({
      ...record,
      status: 'active',
      plan: 'pro',
      plan_id: 'pro_monthly',
      items: [expect.objectContaining({ plan_id: 'pro_monthly', amount: 2_500 })],
      amount: 2_500,
      mrr: 2_500,
      latest_invoice_id: '',
      latest_change_id: expect.stringMatching(/^chg_/),
      updated_at: '',
    });
    expect(await world().peers.balanceOf(shop.id)).toBe(0);
    const invoice = await shop.get(`/v1/invoices/${body.latest_invoice_id}`);
    expect(invoice.body).toMatchObject({
      status: 'paid',
      cause: expect.stringMatching(/^change:/),
      amount_due: 750,
      lines: [
        {
          type: 'proration',
          amount: 1_250,
          remaining_seconds: 1_339_200,
          period_seconds: 2_678_400,
        },
        { type: 'unused_time', amount: -500, plan: 'basic_monthly', unit_amount: 1_000 },
      ],
    });
  });

  it('up: 402 if the balance is too low, and nothing has changed', async () => {
    const { shop, path, record } = await subscribed(1_749);
    const options = { idempotencyKey: 'up' };
    const refused = await shop.post(`${path}/update`, { plan: 'pro' }, options);
    expect(refused).toMatchObject({
      status: 402,
      body: {
        error: 'insufficient_funds',
        message: 'balance is 749, this needs 750; record a credit first; nothing has changed',
      },
    });
    expect((await shop.get(path)).body).toEqual(record);
    expect((await shop.get('/v1/invoices')).body.data).toHaveLength(1);
    expect(await world().peers.balanceOf(shop.id)).toBe(749);
    // The refusal is stored under its key; another try uses a new key.
    await world().peers.credit(shop.id, 1);
    const replayed = await shop.post(`${path}/update`, { plan: 'pro' }, options);
    expect(replayed).toMatchObject({ status: 402, body: refused.body });
    expect((await change(shop, path, 'update', { plan: 'pro' })).status).toBe(200);
    // The number of the refused invoice was never assigned.
    const numbers = (await shop.get('/v1/invoices')).body.data.map(
      (row: { number: number }) => row.number,
    );
    expect(numbers[0]).toBe(numbers[1] + 1);
  });

  it('to another interval starts a new period if it takes effect now', async () => {
    const { shop, path } = await subscribed(10_500);
    const fields = { plan: 'basic_yearly', effective: 'now' };
    expect((await change(shop, path, 'update', fields)).body).toMatchObject({
      current_period_start: '2026-01-16T12:00:00.000Z',
      current_period_end: '2027-01-16T12:00:00.000Z',
      billing_cycle_anchor: '2026-01-16T12:00:00.000Z',
    });
    expect(await world().peers.balanceOf(shop.id)).toBe(0);
  });

  it('down takes effect with the next period; requesting the same plan undoes it', async () => {
    const { shop, path } = await subscribed(2_500, { plan: 'pro' });
    const down = await change(shop, path, 'update', { plan: 'basic' });
    expect(down.body).toMatchObject({
      plan: 'pro',
      plan_id: 'pro_monthly',
      pending_change: {
        plan: 'basic',
        plan_id: 'basic_monthly',
        quantity: 1,
        amount: 1_000,
        effective_at: '2026-02-01T00:00:00.000Z',
      },
    });
    const back = await change(shop, path, 'update', { plan: 'pro' });
    expect(back.body.pending_change).toBeNull();
    expect((await change(shop, path, 'update', { plan: 'pro' })).body).toEqual(back.body);
  });

  it('repeats the plan as it was sent, as a bare name or an id', async () => {
    const { shop, path, record } = await subscribed(10_000);
    expect(record).toMatchObject({ plan: 'basic', plan_id: 'basic_monthly' });
    for (const plan of ['basic_monthly', 'basic', 'pro', 'pro_monthly']) {
      const { status, body } = await change(shop, path, 'update', { plan });
      expect([status, body.plan]).toEqual([200, plan]);
      expect((await shop.get(path)).body).toEqual(body);
    }
    const { body: down } = await change(shop, path, 'update', { plan: 'basic' });
    expect(down).toMatchObject({ plan: 'pro_monthly', pending_change: { plan: 'basic' } });
    expect((await shop.get('/v1/subscriptions?plan=pro')).body.data).toEqual([down]);
  });

  it('accepts a quantity alone, and a form', async () => {
    const { shop, path } = await subscribed(2_500, { quantity: 2 });
    expect((await change(shop, path, 'update', { quantity: 3 })).body).toMatchObject({
      plan: 'basic',
      quantity: 3,
      amount: 3_000,
    });
    expect(await world().peers.balanceOf(shop.id)).toBe(0);
  });

  it('is free in a trial', async () => {
    const { shop, path } = await subscribed(0, { trial_period_days: 30 });
    const { body } = await change(shop, path, 'update', { plan: 'business_yearly' });
    expect(body).toMatchObject({ status: 'trialing', plan: 'business_yearly' });
  });

  it('sends an invoice for the difference to a customer', async () => {
    const { shop, path } = await subscribed(0, { customer_id: 'c1' });
    // Before the first invoice is overdue.
    world().clock.set('2026-01-03T00:00:00Z');
    const { body } = await change(shop, path, 'update', { plan: 'pro' });
    expect(body).toMatchObject({ status: 'active', plan_id: 'pro_monthly' });
    const invoice = await shop.get(`/v1/invoices/${body.latest_invoice_id}`);
    expect(invoice.body).toMatchObject({ status: 'open', amount_due: 1_404, number: 2 });
  });

  it.each([
    ['nothing', {}, 400, 'invalid_request'],
    ['a quantity of zero', { quantity: 0 }, 400, 'invalid_request'],
    ['an unknown plan', { plan: 'gold' }, 404, 'not_found'],
  ])('refuses %s', async (_, body, status, error) => {
    const { shop, path } = await subscribed(1_000);
    expect(await change(shop, path, 'update', body)).toMatchObject({ status, body: { error } });
  });
});

describe('pause and resume', () => {
  it('bank the seconds and restore them', async () => {
    const { shop, path } = await subscribed(1_000);
    const paused = await change(shop, path, 'pause');
    expect(paused).toMatchObject({
      status: 200,
      body: {
        status: 'paused',
        pause: {
          paused_at: '2026-01-16T12:00:00.000Z',
          resumes_at: null,
          remaining_seconds: 1_339_200,
        },
      },
    });
    expect((await change(shop, path, 'pause', {})).body).toEqual(paused.body);
    world().clock.set('2026-03-01T06:30:00.400Z');
    expect((await change(shop, path, 'resume')).body).toMatchObject({
      status: 'active',
      pause: null,
      current_period_start: '2026-03-01T06:30:00.000Z',
      current_period_end: '2026-03-16T18:30:00.000Z',
      billing_cycle_anchor: '2026-03-16T18:30:00.000Z',
    });
  });

  it('accepts a resumption date within a year', async () => {
    const { shop, path } = await subscribed(1_000);
    for (const resumes_at of ['2026-01-16T12:00:00Z', '2027-02-01', 'soon', 5])
      expect((await change(shop, path, 'pause', { resumes_at })).status).toBe(400);
    const { body } = await change(shop, path, 'pause', { resumes_at: '2026-02-01' });
    expect(body.pause.resumes_at).toBe('2026-02-01T00:00:00.000Z');
  });
});

describe('while paused', () => {
  it('an upgrade applies at once, and the banked value buys time of the new plan', async () => {
    const { shop, path } = await subscribed(1_000);
    await change(shop, path, 'pause');
    const { status, body } = await change(shop, path, 'update', { plan: 'pro' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...{ status: 'paused', plan: 'pro', amount: 2_500, mrr: 0 },
      pause: { paused_at: '2026-01-16T12:00:00.000Z', remaining_seconds: 535_680 },
    });
    const { body: invoice } = await shop.get(`/v1/invoices/${body.latest_invoice_id}`);
    expect(invoice).toMatchObject({ status: 'paid', amount_due: 0 });
    expect(await world().peers.chargesOf(shop.id)).toHaveLength(1);
    const explained = await shop.get(`/v1/explain/${body.latest_change_id}`);
    expect(explained.body).toMatchObject({ amount: 0, recomputed_amount: 0 });

    world().clock.set('2026-03-01T00:00:00Z');
    expect((await change(shop, path, 'resume')).body).toMatchObject({
      ...{ status: 'active', plan: 'pro', mrr: 2_500 },
      current_period_end: '2026-03-07T04:48:00.000Z',
    });
    await change(shop, path, 'cancel', { credit_unused: true });
    // Equals the banked value of the old plan.
    const { data } = (await shop.get('/v1/credit_notes')).body;
    const credited = data.reduce((sum: number, note: { total: number }) => sum + note.total, 0);
    expect(credited).toBe(500);
  });

  it('a downgrade takes effect with the next period, and a cancellation with the end of the banked time', async () => {
    const { shop, path } = await subscribed(2_500, { plan: 'pro' });
    await change(shop, path, 'pause');
    const { body } = await change(shop, path, 'update', { plan: 'basic' });
    expect(body).toMatchObject({
      status: 'paused',
      plan: 'pro',
      pending_change: { plan: 'basic' },
    });
    const flagged = await change(shop, path, 'cancel', { at_period_end: true });
    expect(flagged.body).toMatchObject({ status: 'paused', cancel_at_period_end: true });
    world().clock.set('2026-03-01T00:00:00Z');
    expect((await change(shop, path, 'resume')).body).toMatchObject({
      ...{ status: 'active', cancel_at: '2026-03-16T12:00:00.000Z' },
    });
    world().clock.set('2026-03-16T12:00:00Z');
    await eventually(async () => expect((await shop.get(path)).body.status).toBe('canceled'));
  });
});

describe('while past due', () => {
  /** Half a day after a failed first charge, before the next attempt is due. */
  async function owing(fields: object = {}) {
    world().clock.set(START);
    const shop = await openShop({ available: 0 });
    const { body: record } = await shop.subscribe(fields);
    world().clock.set('2026-01-01T12:00:00Z');
    return { shop, path: `/v1/subscriptions/${record.id}`, record };
  }

  it('an upgrade replaces the owed period, and applies even if the charge fails', async () => {
    const { shop, path, record } = await owing();
    expect(record.status).toBe('past_due');
    const { status, body } = await change(shop, path, 'update', { plan: 'pro' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...{ status: 'past_due', plan: 'pro', amount: 2_500 },
      next_payment_attempt: record.next_payment_attempt,
    });
    const invoices = (await shop.get('/v1/invoices')).body.data;
    expect(invoices).toMatchObject([
      { status: 'open', amount_remaining: 2_500 },
      { status: 'void', amount_remaining: 0 },
    ]);
  });

  it('an upgrade is paid from a balance that has enough by now', async () => {
    const { shop, path } = await owing();
    await world().peers.credit(shop.id, 2_500);
    const { body } = await change(shop, path, 'update', { plan: 'pro' });
    expect(body).toMatchObject({ status: 'active', plan: 'pro', next_payment_attempt: null });
    expect(await world().peers.balanceOf(shop.id)).toBe(0);
  });

  it('a downgrade and a cancellation take effect at the end of the period', async () => {
    const { shop, path } = await owing({ plan: 'pro' });
    const { body } = await change(shop, path, 'update', { plan: 'basic' });
    expect(body).toMatchObject({
      ...{ plan: 'pro' },
      pending_change: { plan: 'basic', effective_at: '2026-02-01T00:00:00.000Z' },
    });
    const flagged = await change(shop, path, 'cancel', { at_period_end: true });
    expect(flagged.body).toMatchObject({
      ...{ status: 'past_due', cancel_at_period_end: true },
      cancel_at: '2026-02-01T00:00:00.000Z',
    });
    expect((await change(shop, path, 'uncancel')).body).toMatchObject({ cancel_at: null });
  });
});

describe('cancel and uncancel', () => {
  it('cancels now', async () => {
    const { shop, path } = await subscribed(1_000);
    expect((await change(shop, path, 'cancel')).body).toMatchObject({
      status: 'canceled',
      canceled_at: '2026-01-16T12:00:00.000Z',
      ended_at: '2026-01-16T12:00:00.000Z',
      cancellation_reason: 'requested',
      cancel_at_period_end: false,
    });
    expect(await world().peers.balanceOf(shop.id)).toBe(0); // No refund.
  });

  it('schedules the end and undoes it', async () => {
    const { shop, path } = await subscribed(1_000);
    expect((await change(shop, path, 'cancel', { at_period_end: true })).body).toMatchObject({
      status: 'active',
      cancel_at_period_end: true,
      cancel_at: '2026-02-01T00:00:00.000Z',
      canceled_at: '2026-01-16T12:00:00.000Z',
    });
    expect((await change(shop, path, 'uncancel')).body).toMatchObject({
      cancel_at_period_end: false,
      cancel_at: null,
      canceled_at: null,
    });
    expect((await change(shop, path, 'uncancel')).status).toBe(409);
  });

  it('refuses a value that is neither true nor false', async () => {
    const { shop, path } = await subscribed(1_000);
    for (const at_period_end of ['true', 1])
      expect((await change(shop, path, 'cancel', { at_period_end })).status).toBe(400);
  });
});

describe('refusals', () => {
  it('give the reason, with 409', async () => {
    const { shop, path } = await subscribed(0);
    for (const verb of ['pause', 'resume', 'uncancel']) {
      const answer = await change(shop, path, verb, {});
      expect(answer).toMatchObject({ status: 409, body: { error: 'conflict' } });
      expect(answer.body.message).toMatch(/past.due/);
    }
    await change(shop, path, 'cancel');
    for (const verb of ['update', 'pause', 'resume', 'uncancel', 'cancel']) {
      const answer = await change(shop, path, verb, verb === 'update' ? { plan: 'pro' } : {});
      expect(answer).toMatchObject({ status: 409, body: { error: 'conflict' } });
      expect(answer.body.message).toContain('canceled');
    }
    const invoices = (await shop.get('/v1/invoices')).body.data;
    expect(invoices).toMatchObject([{ status: 'void', amount_remaining: 0 }]);
  });

  it.each(['update', 'pause', 'resume', 'cancel', 'uncancel'])(
    '%s: 404 for invisible objects, 401 or 403 for read-only callers',
    async (verb) => {
      const { shop, path } = await subscribed(1_000);
      const body = verb === 'update' ? { plan: 'pro' } : {};
      const as = async (caller: object, target = path) =>
        (await billing().call('POST', `${target}/${verb}`, { caller, body })).status;
      expect(await as(callerOf(newId()))).toBe(404);
      const absent = `/v1/subscriptions/${toPublicId('subscription', newId())}`;
      expect(await as(shop.caller, absent)).toBe(404);
      expect(await as(shop.caller, '/v1/subscriptions/sub_1')).toBe(404);
      const readOnly = verb === 'resume' || verb === 'uncancel' ? 403 : 401;
      expect(await as(callerOf(null, 'platform'))).toBe(readOnly);
      expect(await as({})).toBe(401);
    },
  );
});

it('applies each command once per key', async () => {
  const { shop, path } = await subscribed(10_000);
  const options = { idempotencyKey: 'once' };
  const update = () => shop.post(`${path}/update`, { plan: 'pro' }, options);
  const answers = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const answer = await update();
      if (answer.status === 200) return answer;
      // The first one is still running, so clients retry the request.
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([409, '1']);
      return eventually(async () => {
        const again = await update();
        expect(again.status).toBe(200);
        return again;
      });
    }),
  );
  for (const answer of answers) expect(answer.body).toEqual(answers[0]?.body);
  expect(await world().peers.chargesOf(shop.id)).toHaveLength(2);
  const paused = await shop.post(`${path}/pause`, undefined, options);
  await shop.post(`${path}/resume`);
  const replayed = await shop.post(`${path}/pause`, undefined, options);
  expect(replayed.body).toEqual(paused.body);
  expect((await shop.get(path)).body.status).toBe('active');
});

it('never charges two changes at once, for any callers', async () => {
  const { shop, path } = await subscribed(100_000);
  const answers = await Promise.all(
    ['pro', 'business', 'pro', 'business', 'basic_yearly'].map((plan) =>
      change(shop, path, 'update', { plan }),
    ),
  );
  for (const { status } of answers) expect([200, 409]).toContain(status);
  const { body } = await shop.get(path);
  const invoices = (await shop.get('/v1/invoices')).body.data as { amount_paid: number }[];
  const paid = invoices.reduce((sum, invoice) => sum + invoice.amount_paid, 0);
  expect(await world().peers.balanceOf(shop.id)).toBe(100_000 - paid);
  expect(body.status).toBe('active');
});
