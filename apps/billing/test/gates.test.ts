import { newId } from '@florin/contracts';
import { eventually } from '@florin/testing';
import { describe, expect, it } from 'vitest';
import { useBilling } from './use-billing.ts';

const context = { requestId: 'req_test', timeoutMs: 60_000 };
const { world, billing, openShop } = useBilling();

const shopWith = (available = 0) => openShop({ available });
const close = (accountId: string) => billing().gates.closeGate({ accountId }, context);
const end = (accountId: string) => billing().gates.endSubscriptions({ accountId }, context);

describe('the gate of an account without subscriptions', () => {
  it('closes and ends them, and each can be repeated', async () => {
    const accountId = newId();
    for (const call of [close, close, end, end]) await call(accountId);
  });

  it('must be closed before subscriptions are ended', async () => {
    await expect(end(newId())).rejects.toMatchObject({ code: 'conflict' });
  });

  it('keeps new subscriptions out', async () => {
    const shop = await shopWith(5_000);
    await close(shop.id);
    for (const customer_id of [shop.publicId, 'c1'])
      for (const trial_period_days of [0, 7])
        expect(await shop.subscribe({ customer_id, trial_period_days })).toMatchObject({
          status: 409,
          body: { error: 'conflict' },
        });
    expect(await world().peers.chargesOf(shop.id)).toEqual([]);
  });
});

describe('the gate of an account that pays or sells', () => {
  it.each([
    ['active', { plan: 'basic' }, 1_000],
    ['past_due', {}, 0],
    ['active', { customer_id: 'c1' }, 0],
  ])('stays open while one is %s', async (status, fields, available) => {
    const shop = await shopWith(available);
    const { body } = await shop.subscribe(fields);
    expect(body.status).toBe(status);
    await expect(close(shop.id)).rejects.toMatchObject({ code: 'active_subscriptions' });
    expect((await shop.subscribe({ trial_period_days: 1 })).status).toBe(200);
    for (const { id } of (await shop.get('/v1/subscriptions')).body.data)
      await shop.post(`/v1/subscriptions/${id}/cancel`);
    await close(shop.id);
  });

  it('closes despite trialing ones, which are not charged at the end of their trial, and then ends them', async () => {
    world().clock.set('2026-01-01T00:00:00Z');
    const inTrial = async (available: number, fields: object = {}) => {
      const shop = await shopWith(available);
      const { body } = await shop.subscribe({ trial_period_days: 7, ...fields });
      expect(body.status).toBe('trialing');
      return { shop, path: `/v1/subscriptions/${body.id}` };
    };
    const [pays, sells] = [await inTrial(1_000), await inTrial(0, { customer_id: 'c1' })];
    for (const { shop } of [pays, sells]) await close(shop.id);
    const open = await inTrial(1_000);
    world().clock.set('2026-01-08T00:00:01Z');
    // Delayed work is done later.
    await eventually(async () =>
      expect((await open.shop.get(open.path)).body.status).toBe('active'),
    );
    for (const { shop, path } of [pays, sells]) {
      expect((await shop.get(path)).body.status).toBe('trialing');
      await end(shop.id);
      expect((await shop.get(path)).body).toMatchObject({
        status: 'canceled',
        cancellation_reason: 'account_closed',
      });
      expect((await shop.get('/v1/invoices')).body.data).toEqual([]);
    }
    expect(await world().peers.chargesOf(pays.shop.id)).toEqual([]);
  });

  it('closes despite paused ones, which cannot be resumed, and then ends them', async () => {
    const shop = await shopWith(1_000);
    const records = [await shop.subscribe(), await shop.subscribe({ customer_id: 'c1' })];
    const paths = records.map(({ body }) => `/v1/subscriptions/${body.id}`);
    for (const path of paths) await shop.post(`${path}/pause`);
    await close(shop.id);
    for (const path of paths)
      expect(await shop.post(`${path}/resume`)).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('being closed') },
      });
    await end(shop.id);
    for (const path of paths)
      expect((await shop.get(path)).body).toMatchObject({
        status: 'canceled',
        cancellation_reason: 'account_closed',
      });
    const { body } = await shop.get('/v1/invoices');
    expect(body.data.map((invoice: { status: string }) => invoice.status)).toEqual([
      'void',
      'paid',
    ]);
    await end(shop.id);
  });

  it('holds back automatic resumptions', async () => {
    world().clock.set('2026-01-01T00:00:00Z');
    const pausedUntil = async (resumes_at: string) => {
      const shop = await shopWith(1_000);
      const path = `/v1/subscriptions/${(await shop.subscribe()).body.id}`;
      await shop.post(`${path}/pause`, { resumes_at });
      return { shop, path };
    };
    const { shop, path } = await pausedUntil('2026-01-05T00:00:00Z');
    const open = await pausedUntil('2026-01-05T00:00:01Z');
    await close(shop.id);
    world().clock.set('2026-01-06T00:00:00Z');
    // Delayed work is done later.
    await eventually(async () =>
      expect((await open.shop.get(open.path)).body.status).toBe('active'),
    );
    expect((await shop.get(path)).body.status).toBe('paused');
    await end(shop.id);
    expect((await shop.get(path)).body.status).toBe('canceled');
  });
});

it('never closes during the creation of a subscription', async () => {
  const outcomes = new Set<string>();
  for (let round = 0; round < 40; round += 1) {
    const shop = await shopWith(1_000);
    const [created, closed] = await Promise.all([
      shop.subscribe({ trial_period_days: round % 2 }),
      close(shop.id).then(
        () => true,
        () => false,
      ),
    ]);
    expect([200, 409]).toContain(created.status);
    const isLive = created.body.status === 'active';
    expect(isLive && closed).toBe(false);
    outcomes.add(isLive ? 'created' : 'closed');
  }
  expect(outcomes.size).toBeGreaterThan(0);
});

it('counts a subscription with a pending charge', async () => {
  const shop = await shopWith(1_000);
  const [called, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { faults } = world().peers;
  const { onCall } = faults;
  faults.onCall = () => {
    called.resolve();
    return goOn.promise;
  };
  try {
    const creating = shop.subscribe();
    await called.promise;
    await expect(close(shop.id)).rejects.toMatchObject({ code: 'active_subscriptions' });
    goOn.resolve();
    expect((await creating).body.status).toBe('active');
  } finally {
    goOn.resolve();
    faults.onCall = onCall;
  }
});
