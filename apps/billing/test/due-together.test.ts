import { parsePublicId } from '@florin/contracts';
import { eventually } from '@florin/testing';
import { beforeEach, expect, it } from 'vitest';
import type { Shop } from './start-billing.ts';
import { useBilling } from './use-billing.ts';

const { world, billing, openShop } = useBilling({ setsCredit: true });
beforeEach(() => world().clock.set('2026-01-01T00:00:00Z'));

/** Subscribes several customers of one account with the same period. */
async function subscribeAll(shop: Shop, count: number): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    const { body } = await shop.subscribe();
    expect(body.status).toBe('active');
    ids.push(body.id);
  }
  return ids;
}

async function listPeriodEnds(shop: Shop): Promise<ReadonlyMap<string, string>> {
  const { body } = await shop.get('/v1/subscriptions?limit=100');
  return new Map(
    body.data.map((each: { id: string; current_period_end: string }) => [
      each.id,
      each.current_period_end,
    ]),
  );
}

it('renews the others if one subscription cannot even be read', async () => {
  const shop = await openShop({ available: 20_000 });
  const ids = await subscribeAll(shop, 6);
  const [bad = '', ...good] = ids;
  await world().query(
    `update billing.subscriptions
        set state = replace(state, '"timezone":"UTC"', '"timezone":"Nowhere"') where id = $1`,
    [parsePublicId('subscription', bad)],
  );
  world().clock.set('2026-02-01T00:00:00Z');
  await eventually(async () => {
    const ends = await listPeriodEnds(shop);
    for (const id of good) expect(ends.get(id)).toBe('2026-03-01T00:00:00.000Z');
  });
  expect((await listPeriodEnds(shop)).get(bad)).toBe('2026-02-01T00:00:00.000Z');
  expect(await world().peers.balanceOf(shop.id)).toBe(20_000 - 11 * 1_000);
  await eventually(async () => expect(billing().logLines.join()).toContain('due work failed'));
  const numbers = await world().query<{ number: string }>(
    'select number from billing.invoices where payer_account_id = $1 order by number',
    [shop.id],
  );
  // Rolled back transactions leave no gaps.
  const first = BigInt(numbers[0]?.number ?? 0);
  expect(numbers.map(({ number }) => BigInt(number) - first)).toEqual(
    numbers.map((_, index) => BigInt(index)),
  );
});

it('gives each renewal of one account its part of the credit', async () => {
  const shop = await openShop({ available: 5_000 });
  const [id = ''] = await subscribeAll(shop, 3);
  await world().query(
    `insert into billing.credit_balances (seller_id, holder_id, currency, balance)
     select seller_id, payer_account_id, 'USD', 1500 from billing.subscriptions where id = $1`,
    [parsePublicId('subscription', id)],
  );
  world().clock.set('2026-02-01T00:00:00Z');
  await eventually(async () => {
    expect(new Set((await listPeriodEnds(shop)).values())).toEqual(
      new Set(['2026-03-01T00:00:00.000Z']),
    );
  });
  // Credit pays 1500 of 3000.
  expect(await world().peers.balanceOf(shop.id)).toBe(2_000 - 1_500);
  const { body } = await shop.get(`/v1/customers/${shop.publicId}/credits`);
  expect(body.data).toMatchObject([
    { type: 'applied', amount: -500, balance_after: 0 },
    { type: 'applied', amount: -1_000, balance_after: 500 },
  ]);
});

it('publishes renewals grouped by noun, in few messages', async () => {
  const shop = await openShop({ available: 20_000 });
  await subscribeAll(shop, 5);
  world().clock.set('2026-02-01T00:00:00Z');
  await eventually(async () => {
    expect(new Set((await listPeriodEnds(shop)).values())).toEqual(
      new Set(['2026-03-01T00:00:00.000Z']),
    );
  });
  const together = await world().query<{ nouns: string }>(
    `select string_agg(split_part(type, '.', 1), ' ' order by position) as nouns
       from billing.outgoing_events where body::jsonb ->> 'account_id' = $1
      group by xmin::text having count(*) > 4`,
    [shop.id],
  );
  expect(together.length).toBeGreaterThan(0);
  for (const { nouns } of together) expect(nouns).toMatch(/^(subscription )+(invoice ?)+$/);
});
