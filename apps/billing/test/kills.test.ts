import { callService, eventually } from '@florin/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { spawnBilling } from './spawn-billing.ts';
import {
  type Billing,
  createWorld,
  openShop,
  type Shop,
  startBilling,
  type World,
} from './start-billing.ts';

const START = '2026-01-01T00:00:00Z';
let world: World;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(async () => {
  await world.stop();
});

/** A process that dies at its first charge. */
async function startDoomed(when: 'before' | 'after') {
  const { httpPort, ready, exited } = await spawnBilling(world, when);
  return {
    exited,
    ready,
    /** A request that is never answered, because the process dies. */
    async ask(shop: Shop, path: string, body: object): Promise<void> {
      const options = { caller: shop.caller, body, idempotencyKey: 'k1' };
      await expect(callService('billing', httpPort, 'POST', path, options)).rejects.toThrow();
      expect((await exited)[1]).toBe('SIGKILL');
    },
  };
}

/** Runs billing, without waiting for the leases of a killed process. */
async function withBilling<Result>(work: (billing: Billing) => Promise<Result>): Promise<Result> {
  await world.query("update billing.saga_runs set leased_until = '-infinity'");
  await world.query("update billing.subscriptions set leased_until = '-infinity'");
  const billing = await startBilling(world);
  try {
    return await work(billing);
  } finally {
    await billing.stop();
  }
}

describe.each(['before', 'after'] as const)('killed %s the charge', (when) => {
  it('while creating: the subscription exists once, charged once', async () => {
    world.clock.set(START);
    let billing: Billing | undefined;
    const shop = await openShop(world, () => billing ?? fail(), { available: 5_000 });
    const doomed = await startDoomed(when);
    await doomed.ready();
    const fields = { customer_id: shop.publicId, plan: 'basic' };
    await doomed.ask(shop, '/v1/subscriptions', fields);
    await withBilling(async (started) => {
      billing = started;
      // Another process finishes it; a repeated request gets its response.
      const answer = await eventually(async () => {
        const answer = await shop.post('/v1/subscriptions', fields, { idempotencyKey: 'k1' });
        expect(answer.status).toBe(200);
        return answer;
      });
      expect(answer.body.status).toBe('active');
      expect((await shop.get('/v1/subscriptions')).body.data).toEqual([answer.body]);
      expect(await world.peers.chargesOf(shop.id)).toHaveLength(1);
      expect((await shop.get('/v1/invoices')).body.data).toMatchObject([{ status: 'paid' }]);
    });
  });

  it('while changing: paid and changed, once', async () => {
    world.clock.set(START);
    let billing: Billing | undefined;
    const shop = await openShop(world, () => billing ?? fail(), { available: 5_000 });
    const path = await withBilling(async (started) => {
      billing = started;
      return `/v1/subscriptions/${(await shop.subscribe()).body.id}`;
    });
    const doomed = await startDoomed(when);
    await doomed.ready();
    await doomed.ask(shop, `${path}/update`, { plan: 'pro' });
    await withBilling(async (started) => {
      billing = started;
      await eventually(async () => expect((await shop.get(path)).body.plan_id).toBe('pro_monthly'));
      const answer = await shop.post(`${path}/update`, { plan: 'pro' }, { idempotencyKey: 'k1' });
      expect(answer).toMatchObject({ status: 200, body: { plan_id: 'pro_monthly' } });
      expect(await world.peers.balanceOf(shop.id)).toBe(5_000 - 1_000 - 1_500);
    });
  });

  it('while changing a past due subscription: charged once, at the new price', async () => {
    world.clock.set(START);
    let billing: Billing | undefined;
    const shop = await openShop(world, () => billing ?? fail());
    const path = await withBilling(async (started) => {
      billing = started;
      const { body } = await shop.subscribe();
      expect(body.status).toBe('past_due');
      return `/v1/subscriptions/${body.id}`;
    });
    await world.peers.credit(shop.id, 5_000);
    const doomed = await startDoomed(when);
    await doomed.ready();
    await doomed.ask(shop, `${path}/update`, { plan: 'pro' });
    await withBilling(async (started) => {
      billing = started;
      await eventually(async () => expect((await shop.get(path)).body.status).toBe('active'));
      const answer = await shop.post(`${path}/update`, { plan: 'pro' }, { idempotencyKey: 'k1' });
      expect(answer).toMatchObject({ status: 200, body: { plan: 'pro', status: 'active' } });
      expect(await world.peers.balanceOf(shop.id)).toBe(5_000 - 2_500);
      const invoices = (await shop.get('/v1/invoices')).body.data;
      expect(invoices).toMatchObject([{ status: 'paid' }, { status: 'void' }]);
    });
  });

  it('while renewing: each period once', async () => {
    world.clock.set(START);
    let billing: Billing | undefined;
    const shop = await openShop(world, () => billing ?? fail(), { available: 5_000 });
    const path = await withBilling(async (started) => {
      billing = started;
      return `/v1/subscriptions/${(await shop.subscribe()).body.id}`;
    });
    world.clock.set('2026-02-01T00:00:00Z');
    const doomed = await startDoomed(when);
    expect((await doomed.exited)[1]).toBe('SIGKILL');
    await withBilling(async (started) => {
      billing = started;
      await eventually(async () =>
        expect((await shop.get(path)).body.current_period_end).toBe('2026-03-01T00:00:00.000Z'),
      );
      expect(await world.peers.balanceOf(shop.id)).toBe(3_000);
      const { body } = await shop.get('/v1/invoices');
      expect(body.data.map((invoice: { cause: string }) => invoice.cause)).toEqual([
        'period:1',
        'period:0',
      ]);
    });
  });

  it('while advancing a clock: another process resumes, each period once', async () => {
    world.clock.set(START);
    let billing: Billing | undefined;
    const shop = await openShop(world, () => billing ?? fail(), { available: 5_000 });
    const path = await withBilling(async (started) => {
      billing = started;
      const { body } = await shop.post('/v1/test_clocks', { frozen_time: START });
      await shop.subscribe({ test_clock_id: body.id });
      return `/v1/test_clocks/${body.id}`;
    });
    const doomed = await startDoomed(when);
    await doomed.ready();
    await doomed.ask(shop, `${path}/advance`, { frozen_time: '2026-04-15' });
    await withBilling(async (started) => {
      billing = started;
      await eventually(async () => expect((await shop.get(path)).body.status).toBe('ready'));
      expect((await shop.get('/v1/subscriptions')).body.data).toMatchObject([
        { status: 'active', current_period_start: '2026-04-01T00:00:00.000Z' },
      ]);
      expect(await world.peers.balanceOf(shop.id)).toBe(1_000);
      expect((await shop.get('/v1/invoices')).body.data).toHaveLength(4);
    });
  });
});

function fail(): never {
  throw new Error('no billing runs');
}
