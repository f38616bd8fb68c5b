import { newId, parsePublicId, toPublicId } from '@florin/contracts';
import { eventually } from '@florin/testing';
import { afterEach, describe, expect, it } from 'vitest';
import type { Shop } from './start-billing.ts';
import { useBilling } from './use-billing.ts';

const START = '2024-01-31T00:00:00.000Z';
const REAL = '2026-06-01T12:00:00.000Z';
const { world, openShop } = useBilling({ now: REAL, processes: 2 });
afterEach(() => {
  world().peers.faults.isUnavailable = false;
});

async function newClock(shop: Shop, frozen_time = START) {
  const { status, body } = await shop.post('/v1/test_clocks', { frozen_time });
  expect(status).toBe(201);
  const path = `/v1/test_clocks/${body.id}`;
  return {
    body,
    id: body.id as string,
    path,
    advance: (to: string, options = {}) =>
      shop.post(`${path}/advance`, { frozen_time: to }, options),
    read: async () => (await shop.get(path)).body,
  };
}

/** A shop with a clock and a subscription on it, paid from its own balance. */
async function subscribed(available: number, fields: object = {}) {
  const shop = await openShop({ available });
  const clock = await newClock(shop);
  const { status, body } = await shop.subscribe({ test_clock_id: clock.id, ...fields });
  expect(status).toBe(200);
  const path = `/v1/subscriptions/${body.id}`;
  const read = async () => (await shop.get(path)).body;
  const invoices = async () =>
    (await shop.get(`/v1/invoices?subscription_id=${body.id}&limit=100`)).body.data;
  return { shop, clock, body, path, read, invoices };
}

describe('the open clocks of an account', () => {
  const create = (shop: Shop) => shop.post('/v1/test_clocks', { frozen_time: START });

  it('are at most 20, even with concurrent creations; ended ones do not count', async () => {
    const { shop, path } = await subscribed(10_000);
    const made = await Promise.all(Array.from({ length: 25 }, () => create(shop)));
    const refused = made.filter(({ status }) => status !== 201);
    expect(refused.map(({ status }) => status)).toEqual(Array(6).fill(409));
    expect(refused[0]?.body).toMatchObject({
      error: 'conflict',
      message: expect.stringContaining('at most 20 open test clocks'),
    });
    expect((await create(await openShop())).status).toBe(201);
    expect((await shop.post(`${path}/cancel`)).status).toBe(200);
    expect((await create(shop)).status).toBe(201);
    expect((await create(shop)).status).toBe(409);
  });
});

describe('a clock', () => {
  it('is created, shown, listed and advanced', async () => {
    const shop = await openShop();
    const clock = await newClock(shop);
    expect(clock.body).toEqual({
      id: clock.id,
      object: 'test_clock',
      livemode: false,
      account_id: shop.publicId,
      frozen_time: START,
      status: 'ready',
      advancing_to: null,
      created_at: expect.any(String),
    });
    expect(await clock.read()).toEqual(clock.body);
    const other = await newClock(shop);
    const { body } = await shop.get('/v1/test_clocks');
    expect(body).toEqual({ object: 'list', data: [other.body, clock.body], has_more: false });
    const next = '2024-02-01T00:00:00.000Z';
    const advanced = await clock.advance(next);
    expect(advanced).toMatchObject({ status: 200, body: { frozen_time: next, status: 'ready' } });
    expect((await clock.advance(next)).status).toBe(200);
  });

  it('only advances, within the supported years', async () => {
    const clock = await newClock(await openShop());
    for (const time of ['2024-01-30T23:59:59.999Z', '1969-12-31T00:00:00Z', '3000-01-01', 'soon'])
      expect(await clock.advance(time)).toMatchObject({
        status: 400,
        body: { error: 'invalid_request' },
      });
    expect((await clock.read()).frozen_time).toBe(START);
  });

  it('cannot be read, advanced or used by other accounts', async () => {
    const clock = await newClock(await openShop());
    const stranger = await openShop();
    const later = { frozen_time: '2025-01-01' };
    for (const answer of [
      await stranger.get(clock.path),
      await stranger.post(`${clock.path}/advance`, later),
      await stranger.subscribe({ test_clock_id: clock.id }),
      await stranger.subscribe({ test_clock_id: toPublicId('testClock', newId()) }),
      await stranger.subscribe({ test_clock_id: 'noon', customer_id: 'c1' }),
    ])
      expect(answer).toMatchObject({ status: 404, body: { error: 'not_found' } });
    expect((await stranger.get(`/v1/test_clocks`)).body.data).toEqual([]);
  });
});

describe('a subscription with a clock', () => {
  it('names it, and can be filtered by it', async () => {
    const { shop, clock, body } = await subscribed(1_000);
    expect(body).toMatchObject({ test_clock_id: clock.id, created_at: START, updated_at: START });
    await shop.subscribe({ customer_id: 'c1' });
    const found = await shop.get(`/v1/subscriptions?test_clock_id=${clock.id}`);
    expect(found.body.data).toEqual([body]);
    expect((await shop.get('/v1/subscriptions?test_clock_id=noon')).body.data).toEqual([]);
    const idsOf = async (plan: string) =>
      (await shop.get(`/v1/subscriptions?test_clock_id=${clock.id}&plan=${plan}`)).body.data.map(
        ({ id }: { id: string }) => id,
      );
    expect([await idsOf(body.plan), await idsOf('nope'), await idsOf('')]).toEqual([
      [body.id],
      [],
      [],
    ]);
  });

  it('is never affected by real time', async () => {
    const { read, body } = await subscribed(5_000);
    const shop = await openShop({ available: 5_000 });
    const { body: real } = await shop.subscribe();
    world().clock.set(real.current_period_end);
    await eventually(async () => {
      const renewed = (await shop.get(`/v1/subscriptions/${real.id}`)).body;
      expect(renewed.current_period_start).toBe(real.current_period_end);
    });
    world().clock.set(REAL);
    expect(await read()).toEqual(body);
  });

  it('passes a year of month ends in order, all by the clock', async () => {
    const { shop, clock, read, invoices } = await subscribed(14_000);
    expect((await clock.advance('2025-01-31T00:00:00Z')).status).toBe(200);
    expect(await read()).toMatchObject({
      status: 'active',
      current_period_start: '2025-01-31T00:00:00.000Z',
      current_period_end: '2025-02-28T00:00:00.000Z',
      updated_at: '2025-01-31T00:00:00.000Z',
    });
    const bills = (await invoices()).toReversed();
    expect(bills.map(({ cause }: { cause: string }) => cause)).toEqual(
      Array.from({ length: 13 }, (_, period) => `period:${period}`),
    );
    expect(bills[1]).toMatchObject({
      created_at: '2024-02-29T00:00:00.000Z',
      finalized_at: '2024-02-29T00:00:00.000Z',
      paid_at: '2024-02-29T00:00:00.000Z',
      updated_at: '2024-02-29T00:00:00.000Z',
      lines: [{ period_start: '2024-02-29T00:00:00.000Z', period_end: '2024-03-31T00:00:00.000Z' }],
    });
    expect(await world().peers.balanceOf(shop.id)).toBe(1_000);
  });

  it('dates events by the clock, and logs them in real time', async () => {
    const { clock, body } = await subscribed(1_000, { trial_period_days: 10 });
    await clock.advance('2024-02-10');
    const rows = await world().query<{ body: string }>(
      'select body from billing.outbox where aggregate_id = $1 order by position',
      [parsePublicId('subscription', body.id)],
    );
    const published = rows.map((row) => JSON.parse(row.body));
    expect(
      published.map((event) => [event.type, event.data.object.updated_at, event.created_at]),
    ).toEqual([
      ['subscription.created', START, REAL],
      ['subscription.trial_will_end', '2024-02-07T00:00:00.000Z', REAL],
      ['subscription.activated', '2024-02-10T00:00:00.000Z', REAL],
    ]);
  });

  it('fails, is retried at the scheduled instants, and ends', async () => {
    const { clock, read, invoices } = await subscribed(1_000);
    await clock.advance('2024-03-02');
    expect(await read()).toMatchObject({
      status: 'past_due',
      attempt_count: 2,
      next_payment_attempt: '2024-03-03T00:00:00.000Z',
    });
    await clock.advance('2024-12-31');
    expect(await read()).toMatchObject({
      status: 'canceled',
      ended_at: '2024-03-07T00:00:00.000Z',
      canceled_at: '2024-03-07T00:00:00.000Z',
    });
    expect((await invoices())[0]).toMatchObject({
      status: 'uncollectible',
      attempt_count: 5,
      updated_at: '2024-03-07T00:00:00.000Z',
    });
  });

  it('is paused and resumes automatically, and its sent invoice is not due meanwhile', async () => {
    const { shop, clock, path, read, invoices } = await subscribed(0, { customer_id: 'c1' });
    await clock.advance('2024-02-01');
    const paused = await shop.post(`${path}/pause`, { resumes_at: '2024-07-01T00:00:00Z' });
    expect(paused.body.pause).toMatchObject({
      paused_at: '2024-02-01T00:00:00.000Z',
      remaining_seconds: 28 * 86_400,
    });
    await clock.advance('2024-06-30');
    expect(await invoices()).toMatchObject([{ status: 'open', due_at: null }]);
    await clock.advance('2024-07-02');
    expect(await read()).toMatchObject({
      status: 'active',
      current_period_start: '2024-07-01T00:00:00.000Z',
      current_period_end: '2024-07-29T00:00:00.000Z',
    });
    expect(await invoices()).toMatchObject([{ due_at: '2024-07-03T23:59:59.000Z' }]);
    await clock.advance('2024-07-04');
    expect((await read()).status).toBe('past_due');
  });

  it('is canceled at its end and paused: ends after the remaining time, without a charge', async () => {
    const shop = await openShop();
    const clock = await newClock(shop, '2024-01-01');
    const { body: customer } = await shop.post('/v1/customers', {});
    await world().peers.saveCard(customer.id, { declines: false });
    const price = { amount: 3_000, currency: 'USD', interval: 'month' };
    await shop.post('/v1/plans', { id: 'm30', name: 'Monthly', ...price });
    const { body } = await shop.subscribe({
      ...{ customer_id: customer.id, plan: 'm30', test_clock_id: clock.id },
    });
    const path = `/v1/subscriptions/${body.id}`;
    const read = async () => (await shop.get(path)).body;
    await clock.advance('2024-01-10');
    await shop.post(`${path}/cancel`, { at_period_end: true });
    const paused = await shop.post(`${path}/pause`, { resumes_at: '2024-01-20T00:00:00Z' });
    expect(paused.body).toMatchObject({
      status: 'paused',
      cancel_at_period_end: true,
      cancel_at: '2024-02-11T00:00:00.000Z',
      canceled_at: '2024-01-10T00:00:00.000Z',
    });
    await clock.advance('2024-02-10');
    expect(await read()).toMatchObject({ status: 'active', cancel_at: '2024-02-11T00:00:00.000Z' });
    await clock.advance('2024-03-01');
    expect(await read()).toMatchObject({
      status: 'canceled',
      ended_at: '2024-02-11T00:00:00.000Z',
    });
    const { data } = (await shop.get(`/v1/invoices?subscription_id=${body.id}`)).body;
    expect(data).toMatchObject([{ amount_due: 3_000, status: 'paid' }]);
  });

  it('changes its plan at the time of the clock', async () => {
    const { shop, clock, path, invoices } = await subscribed(10_000);
    await clock.advance('2024-02-14T12:00:00Z');
    expect((await shop.post(`${path}/update`, { plan: 'pro' })).status).toBe(200);
    const half = { remaining_seconds: 14.5 * 86_400, period_seconds: 29 * 86_400 };
    expect((await invoices())[0].lines).toMatchObject([half, half]);
  });
});

describe('an advance', () => {
  it('has its clock exclusively, and is resumed when the ledger is back', async () => {
    const { shop, clock, path, read } = await subscribed(3_000);
    world().peers.faults.isUnavailable = true;
    const cutOff = await clock.advance('2024-03-15', { idempotencyKey: 'on' });
    expect(cutOff.status).toBe(503);
    expect(await clock.read()).toMatchObject({
      frozen_time: '2024-02-29T00:00:00.000Z',
      status: 'advancing',
      advancing_to: '2024-03-15T00:00:00.000Z',
    });
    const soon = { idempotencyKey: 'soon' };
    for (const answer of [
      await clock.advance('2024-05-01', soon),
      await shop.post(`${path}/pause`, undefined, soon),
      await shop.post(`${path}/update`, { plan: 'pro' }),
      await shop.subscribe({ test_clock_id: clock.id, trial_period_days: 1 }),
      await shop.subscribe({ test_clock_id: clock.id }),
    ])
      expect([answer.status, answer.body.error, answer.headers.get('retry-after')]).toEqual([
        409,
        'conflict',
        '1',
      ]);
    world().peers.faults.isUnavailable = false;
    await eventually(async () => expect((await clock.read()).status).toBe('ready'));
    expect(await read()).toMatchObject({
      status: 'active',
      current_period_start: '2024-02-29T00:00:00.000Z',
      current_period_end: '2024-03-31T00:00:00.000Z',
    });
    const again = await clock.advance('2024-03-15', { idempotencyKey: 'on' });
    expect(again).toMatchObject({ status: 200, body: { frozen_time: '2024-03-15T00:00:00.000Z' } });
    // The deferral is not stored under the key.
    expect((await shop.post(`${path}/pause`, undefined, soon)).status).toBe(200);
    expect((await clock.advance('2024-05-01', soon)).status).toBe(200);
  });
});
