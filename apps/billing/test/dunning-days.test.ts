import { eventually } from '@florin/testing';
import { describe, expect, it } from 'vitest';
import { callerOf, type Shop } from './start-billing.ts';
import { useBilling } from './use-billing.ts';

const SETTINGS = '/v1/billing_settings';
const { world, billing, openShop } = useBilling({ processes: 2 });

const setTo = (day: string) => world().clock.set(`${day}T00:00:00Z`);

async function choose(shop: Shop, dunning_days: unknown) {
  const { status, body } = await shop.patch(SETTINGS, { dunning_days });
  return { status, body };
}

describe('the retry schedule of an account', () => {
  it('is the default until another is chosen, and again when that is removed', async () => {
    setTo('2026-01-01');
    const shop = await openShop();
    const shown = async () => (await shop.get(SETTINGS)).body.dunning_days;
    expect(await shown()).toEqual([1, 3, 5, 7]);
    expect(await choose(shop, [2, 30])).toMatchObject({
      status: 200,
      body: { dunning_days: [2, 30] },
    });
    await shop.patch(SETTINGS, { unknown_customers: 'refuse' });
    expect(await shown()).toEqual([2, 30]);
    await choose(shop, null);
    expect(await shown()).toEqual([1, 3, 5, 7]);
  });

  it.each([
    [[], 'must have at least one day'],
    [[3, 3], 'must increase'],
    [[0], 'from 1 to 60'],
    [[61], 'from 1 to 60'],
    [[1.5], 'whole number'],
    [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], 'at most 10 days'],
    ['1, 3', 'must be days after the first failure'],
  ])('is refused as %j', async (days, message) => {
    const shop = await openShop();
    expect(await choose(shop, days)).toMatchObject({
      status: 400,
      body: { error: 'invalid_request', message: expect.stringContaining(message) },
    });
  });

  it('determines when charges are retried, as it was at the first failure', async () => {
    setTo('2026-01-01');
    const shop = await openShop({ available: 1_000 });
    const seller = { caller: callerOf(world().peers.platform.id) };
    const ofSeller = (dunning_days: unknown) =>
      billing().call('PATCH', SETTINGS, { ...seller, body: { dunning_days } });
    await choose(shop, [9]); // The account itself is the customer here.
    await ofSeller([2, 10]);
    const { body } = await shop.subscribe();
    const read = async () => (await shop.get(`/v1/subscriptions/${body.id}`)).body;
    setTo('2026-02-01');
    await eventually(async () => expect((await read()).status).toBe('past_due'));
    expect((await read()).next_payment_attempt).toBe('2026-02-03T00:00:00.000Z');
    await ofSeller([1, 20]);
    setTo('2026-02-03');
    await eventually(async () => expect((await read()).attempt_count).toBe(2));
    expect((await read()).next_payment_attempt).toBe('2026-02-11T00:00:00.000Z');
    setTo('2026-02-11');
    await eventually(async () => expect((await read()).status).toBe('canceled'));
    expect((await read()).ended_at).toBe('2026-02-11T00:00:00.000Z');
    await ofSeller(null);
  });

  it('determines when customers of sent invoices are reminded', async () => {
    setTo('2026-03-01');
    const shop = await openShop();
    await choose(shop, [4, 8]);
    const { body } = await shop.subscribe({ customer_id: 'c1' });
    const read = async () => (await shop.get(`/v1/subscriptions/${body.id}`)).body;
    for (const [day, next] of [
      ['05', '2026-03-09T00:00:00.000Z'],
      ['09', '2026-03-13T00:00:00.000Z'],
    ] as const) {
      setTo(`2026-03-${day}`);
      await eventually(async () => expect((await read()).next_reminder).toBe(next));
    }
    setTo('2026-03-13');
    await eventually(async () => expect((await read()).status).toBe('canceled'));
  });

  it('pauses a subscription in the end, which its payment and a resumption continue', async () => {
    setTo('2026-05-01');
    const shop = await openShop();
    expect((await shop.get(SETTINGS)).body.dunning_final_action).toBe('cancel');
    const refused = await shop.patch(SETTINGS, { dunning_final_action: 'nothing' });
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_request']);
    const chosen = { dunning_days: [1], dunning_final_action: 'pause' };
    expect((await shop.patch(SETTINGS, chosen)).body).toMatchObject(chosen);
    const { body } = await shop.subscribe({ customer_id: 'c1' });
    const path = `/v1/subscriptions/${body.id}`;
    const read = async () => (await shop.get(path)).body;
    setTo('2026-05-05');
    await eventually(async () => expect((await read()).status).toBe('past_due'));
    setTo('2026-05-06');
    await eventually(async () => expect((await read()).status).toBe('paused'));
    const invoice = `/v1/invoices/${body.latest_invoice_id}`;
    expect((await shop.get(invoice)).body).toMatchObject({ status: 'open', due_at: null });
    expect((await shop.post(`${path}/resume`)).status).toBe(409);
    await shop.post(`${invoice}/mark_paid`, { amount: 1 });
    expect((await shop.post(`${path}/resume`)).status).toBe(409);
    await shop.post(`${invoice}/mark_paid`);
    expect((await shop.post(`${path}/resume`)).body).toMatchObject({ status: 'active' });
  });

  it('leaves a subscription past due in the end, without further reminders', async () => {
    setTo('2026-06-01');
    const shop = await openShop();
    await shop.patch(SETTINGS, { dunning_days: [1], dunning_final_action: 'leave_active' });
    const { body } = await shop.subscribe({ customer_id: 'c1' });
    const read = async () => (await shop.get(`/v1/subscriptions/${body.id}`)).body;
    for (const [day, count] of [
      ['05', 1],
      ['06', 2],
    ] as const) {
      setTo(`2026-06-${day}`);
      await eventually(async () => expect((await read()).reminder_count).toBe(count));
    }
    expect(await read()).toMatchObject({ status: 'past_due', next_reminder: null });
    await shop.post(`/v1/invoices/${body.latest_invoice_id}/mark_paid`);
    expect((await read()).status).toBe('active');
  });

  it('applies to a second invoice once the first is voided', async () => {
    setTo('2026-04-01');
    const shop = await openShop();
    await shop.post('/v1/plans', { id: 'daily', name: 'Daily', amount: 10, interval: 'day' });
    const { body } = await shop.subscribe({ customer_id: 'c1', plan: 'daily' });
    const read = async () => (await shop.get(`/v1/subscriptions/${body.id}`)).body;
    for (const day of ['02', '03', '04']) {
      setTo(`2026-04-${day}`);
      await eventually(async () =>
        expect((await read()).current_period_start).toBe(`2026-04-${day}T00:00:00.000Z`),
      );
    }
    setTo('2026-04-05');
    await eventually(async () => expect((await read()).status).toBe('past_due'));
    setTo('2026-04-06');
    await choose(shop, [20]);
    const { body: open } = await shop.get('/v1/invoices?status=open&order=asc');
    await shop.post(`/v1/invoices/${open.data[0].id}/void`, { subscription_action: 'keep' });
    expect((await read()).next_reminder).toBe('2026-04-26T00:00:00.000Z');
  });
});
