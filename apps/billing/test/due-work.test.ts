import { parsePublicId } from '@florin/contracts';
import { withDatabase } from '@florin/database';
import { eventually } from '@florin/testing';
import { sql } from 'kysely';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import type { BillingTables } from '../src/schema.ts';
import { measureOverdue } from '../src/selling/due-work/metrics.ts';
import { useBilling } from './use-billing.ts';

const DAY_MS = 86_400_000;
/** Less than the minimum delay of a charge that fails for its own reason. */
const LEAST_REST_MS = 4_000;
const { world, billing, openShop } = useBilling({ processes: 2 });
afterEach(() => {
  world().peers.faults.isUnavailable = false;
  world().peers.faults.broken.clear();
});

async function subscribed(available: number, fields: object = {}, at = '2026-01-01T00:00:00Z') {
  world().clock.set(at);
  const shop = await openShop({ available });
  const { body } = await shop.subscribe(fields);
  const read = async () => (await shop.get(`/v1/subscriptions/${body.id}`)).body;
  return { shop, id: body.id as string, path: `/v1/subscriptions/${body.id}`, read };
}

describe('overdue work', () => {
  it('is counted, with the age of the oldest item', async () => {
    await subscribed(1_000);
    await subscribed(1_000, {}, '2026-01-11T00:00:00Z');
    const at = (now: string) =>
      withDatabase<BillingTables, unknown>({ url: world().url, poolSizeMax: 2 }, (db) =>
        measureOverdue(db, sql`${now}::timestamptz`),
      );
    expect(await at('2026-01-31T23:59:59Z')).toEqual({ overdue: 0, ageSeconds: 0 });
    expect(await at('2026-02-01T00:01:00Z')).toEqual({ overdue: 1, ageSeconds: 60 });
    expect(await at('2026-02-11T00:00:00Z')).toEqual({ overdue: 2, ageSeconds: 864_000 });
  });
});

describe('renewals', () => {
  it('charge when the period ends, not a second earlier, and apply the scheduled change', async () => {
    const earlier = await subscribed(2_000, {}, '2025-12-31T23:59:59Z');
    const { shop, path, read } = await subscribed(4_000, { plan: 'pro' });
    await shop.post(`${path}/update`, { plan: 'basic' });
    world().clock.set('2026-01-31T23:59:59Z');
    await eventually(async () =>
      expect((await earlier.read()).current_period_start).toBe('2026-01-31T23:59:59.000Z'),
    );
    expect((await read()).plan_id).toBe('pro_monthly');
    world().clock.set('2026-02-01T00:00:00Z');
    await eventually(async () => expect((await read()).plan_id).toBe('basic_monthly'));
    expect(await read()).toMatchObject({
      status: 'active',
      current_period_start: '2026-02-01T00:00:00.000Z',
      current_period_end: '2026-03-01T00:00:00.000Z',
      pending_change: null,
    });
    expect(await world().peers.balanceOf(shop.id)).toBe(500);
  });

  it('bill every missed period once, with two processes', async () => {
    world().clock.set('2026-01-31T10:00:00Z');
    await billing().call('POST', '/v1/plans', {
      caller: {
        ...(await openShop()).caller,
        accountId: world().peers.platform.id,
      },
      body: { id: 'daily', name: 'Daily', amount: 10, interval: 'day' },
    });
    const shops = await Promise.all(
      Array.from({ length: 6 }, () => openShop({ available: 1_000 })),
    );
    const ids = await Promise.all(
      shops.map(async (shop) => (await shop.subscribe({ plan: 'daily' })).body.id as string),
    );
    for (let day = 1; day <= 12; day += 1) {
      world().clock.advance(DAY_MS);
      if (day % 4 !== 0) continue;
      await eventually(async () => {
        for (const shop of shops)
          expect(await world().peers.balanceOf(shop.id)).toBe(1_000 - 10 * (day + 1));
      });
    }
    for (const [index, shop] of shops.entries()) {
      const keys = (await world().peers.chargesOf(shop.id)).map(({ key }) => key.split(':').at(-1));
      expect(keys).toEqual(Array.from({ length: 13 }, (_, period) => String(period)));
      const { body } = await shop.get(`/v1/invoices?subscription_id=${ids[index]}&limit=100`);
      expect(body.data).toHaveLength(13);
    }
    await assertBooks();
  });

  it('become past due on failure, are retried, and continue with the same anchor', async () => {
    const { shop, path, read } = await subscribed(1_000);
    world().clock.set('2026-02-01T00:00:00Z');
    await eventually(async () => expect((await read()).status).toBe('past_due'));
    expect(await read()).toMatchObject({
      attempt_count: 1,
      next_payment_attempt: '2026-02-02T00:00:00.000Z',
      current_period_end: '2026-02-01T00:00:00.000Z',
    });
    await world().peers.credit(shop.id, 1_000);
    world().clock.set('2026-02-02T00:00:00Z');
    await eventually(async () => expect((await read()).status).toBe('active'));
    expect(await read()).toMatchObject({
      attempt_count: 0,
      next_payment_attempt: null,
      current_period_start: '2026-02-01T00:00:00.000Z',
      current_period_end: '2026-03-01T00:00:00.000Z',
    });
    const { body } = await shop.get(`/v1/invoices?subscription_id=${path.split('/').at(-1)}`);
    expect(body.data).toMatchObject([
      { status: 'paid', attempt_count: 2, cause: 'period:1' },
      { status: 'paid', attempt_count: 1, cause: 'period:0' },
    ]);
  });

  it('end after the last retry', async () => {
    const { shop, read } = await subscribed(1_000);
    for (const day of ['01', '02', '04', '06', '08']) {
      world().clock.set(`2026-02-${day}T00:00:00Z`);
      await eventually(async () => {
        const { status, next_payment_attempt: next } = await read();
        expect(status === 'canceled' || Date.parse(next ?? '') > world().clock.now()).toBe(true);
      });
    }
    expect(await read()).toMatchObject({
      status: 'canceled',
      cancellation_reason: 'payment_failed',
      ended_at: '2026-02-08T00:00:00.000Z',
    });
    const { body } = await shop.get('/v1/invoices?status=uncollectible');
    expect(body.data).toMatchObject([{ attempt_count: 5, amount_remaining: 0 }]);
  });

  it('count no attempts while the ledger is down', async () => {
    const { read, shop } = await subscribed(2_000);
    world().peers.faults.isUnavailable = true;
    world().clock.set('2026-02-01T00:00:00Z');
    await eventually(async () => {
      const lines = [...billing().logLines, ...billing(1).logLines];
      expect(lines.some((line) => line.includes('due work failed'))).toBe(true);
    });
    expect(await read()).toMatchObject({ status: 'active', attempt_count: 0 });
    world().peers.faults.isUnavailable = false;
    await eventually(async () =>
      expect((await read()).current_period_end).toBe('2026-03-01T00:00:00.000Z'),
    );
    expect(await world().peers.chargesOf(shop.id)).toHaveLength(2);
  });
});

/** Seconds until due work retries a subscription. */
async function restSeconds(id: string): Promise<number> {
  const [row] = await world().query<{ rest: number }>(
    `select extract(epoch from leased_until - clock_timestamp())::float as rest
       from billing.subscriptions where id = $1`,
    [parsePublicId('subscription', id)],
  );
  return row?.rest ?? 0;
}

const logLinesWith = (words: string) =>
  [...billing().logLines, ...billing(1).logLines].filter((line) => line.includes(words));

describe('a charge that fails for its own reason', () => {
  it('is retried ever less often, even if nothing else is due', async () => {
    const { shop, id, read } = await subscribed(2_000);
    const failures = () => logLinesWith('it is broken').length;
    world().peers.faults.broken.add(shop.id);
    const dueAt = performance.now();
    world().clock.set('2026-02-01T00:00:00Z');
    await eventually(async () => expect(failures()).toBeGreaterThan(0));
    // Retried soon, but not at once, like all refusals of an unreachable ledger.
    await eventually(async () => expect(await restSeconds(id)).toBeLessThan(4));
    expect(failures()).toBeLessThanOrEqual(1 + (performance.now() - dueAt) / LEAST_REST_MS);
    const before = failures();
    world().clock.set('2026-02-01T01:00:00Z');
    await eventually(async () => expect(await restSeconds(id)).toBeGreaterThan(200));
    expect(failures()).toBeGreaterThan(before);

    world().peers.faults.broken.clear();
    await world().query('update billing.subscriptions set leased_until = now() where id = $1', [
      parsePublicId('subscription', id),
    ]);
    await eventually(async () =>
      expect((await read()).current_period_end).toBe('2026-03-01T00:00:00.000Z'),
    );
    expect(await world().peers.chargesOf(shop.id)).toHaveLength(2);
  });
});

describe('trials', () => {
  it('shorter than the announcement period are announced soon after a failure', async () => {
    await world().query(`
      create function billing.refuse() returns trigger language plpgsql
        as $$ begin raise exception 'nothing is announced'; end $$;
      create trigger refuse before insert on billing.subscription_history
        for each row when (new.type = 'trial_end_announced') execute function billing.refuse()`);
    onTestFinished(async () => void (await world().query('drop function billing.refuse cascade')));
    const { id } = await subscribed(0, { trial_period_days: 1 });
    await eventually(async () => expect(logLinesWith('nothing is announced')).not.toEqual([]));
    // A trial is announced three days before its end, but not before it exists.
    await eventually(async () => {
      const rest = await restSeconds(id);
      expect([rest, rest > 0 && rest < 6]).toEqual([rest, true]);
    });
  });

  it('are charged when they end', async () => {
    const { shop, read } = await subscribed(1_000, { trial_period_days: 14 });
    world().clock.set('2026-01-15T00:00:00Z');
    await eventually(async () => expect((await read()).status).toBe('active'));
    expect(await world().peers.balanceOf(shop.id)).toBe(0);
  });

  it('expire if they are never paid for', async () => {
    const { read } = await subscribed(0, { trial_period_days: 1 });
    for (const day of ['02', '03', '05', '07', '09']) {
      world().clock.set(`2026-01-${day}T00:00:00Z`);
      await eventually(async () => {
        const { status, next_payment_attempt: next } = await read();
        const isDone = status === 'expired' || Date.parse(next ?? '') > world().clock.now();
        expect(isDone).toBe(true);
      });
    }
    expect(await read()).toMatchObject({ status: 'expired', canceled_at: null });
  });

  it('end as canceled if that was requested', async () => {
    const { shop, path, read } = await subscribed(1_000, { trial_period_days: 14 });
    await shop.post(`${path}/cancel`, { at_period_end: true });
    world().clock.set('2026-01-16T00:00:00Z');
    await eventually(async () => expect((await read()).status).toBe('canceled'));
    expect(await read()).toMatchObject({ ended_at: '2026-01-15T00:00:00.000Z' });
    expect(await world().peers.balanceOf(shop.id)).toBe(1_000);
  });
});

it('resumes automatically, at the requested instant', async () => {
  const { shop, path, read } = await subscribed(1_000);
  world().clock.set('2026-01-16T12:00:00Z');
  await shop.post(`${path}/pause`, { resumes_at: '2026-02-10T00:00:00Z' });
  world().clock.set('2026-02-10T08:00:00Z');
  await eventually(async () => expect((await read()).status).toBe('active'));
  expect(await read()).toMatchObject({
    current_period_start: '2026-02-10T00:00:00.000Z',
    current_period_end: '2026-02-25T12:00:00.000Z',
  });
});

/** Every charge has its paid invoice, and each seller's numbers are gapless. */
async function assertBooks(): Promise<void> {
  const [unmatched] = await world().query<{ count: string }>(`
    select count(*) from peers.charges c full join billing.invoices i
        on c.key = i.subscription_id || ':' || i.cause and i.status = 'paid'
           and c.amount = i.amount and c.transaction_id = i.transaction_id
     where c.key is null and i.status = 'paid' and i.amount > 0 or i.id is null`);
  expect(unmatched?.count).toBe('0');
  const gaps = await world().query(`
    select seller_id from billing.invoices where number is not null
     group by seller_id having max(number) <> count(*) or min(number) <> 1`);
  expect(gaps).toEqual([]);
}
