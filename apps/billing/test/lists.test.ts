import { newId, toPublicId } from '@florin/contracts';
import { beforeAll, expect, it } from 'vitest';
import { callerOf, type Shop } from './start-billing.ts';
import { useBilling } from './use-billing.ts';

const { world, billing, openShop } = useBilling();
let shop: Shop;
let other: Shop;
/** Newest first. */
const ids: string[] = [];

beforeAll(async () => {
  shop = await openShop({ available: 10_000 });
  other = await openShop({ available: 10_000 });
  for (const fields of [
    { plan: 'basic' },
    { plan: 'pro', customer_id: 'crm-1' },
    { plan: 'basic', customer_id: 'crm-1' },
    { plan: 'basic_yearly', customer_id: 'crm-2', trial_period_days: 3 },
  ])
    ids.unshift((await shop.subscribe(fields)).body.id);
  await other.subscribe({ customer_id: 'crm-1' });
});

async function list(path: string, as: object = shop.caller): Promise<[string[], boolean]> {
  const { status, body } = await billing().call('GET', path, { caller: as });
  expect(status).toBe(200);
  expect(body.object).toBe('list');
  return [body.data.map((item: { id: string }) => item.id), body.has_more];
}

it.each([
  ['', [0, 1, 2, 3]],
  ['plan=basic', [1, 3]],
  ['plan=basic_yearly', [0]],
  ['customer_id=crm-1', [1, 2]],
  ['customer_id=unknown', []],
  ['status=trialing', [0]],
  ['status=active&customer_id=crm-1&plan=pro', [2]],
  ['account_id=acc_1', []],
])('subscriptions are listed by %j', async (query, expected) => {
  expect(await list(`/v1/subscriptions?${query}`)).toEqual([
    expected.map((index) => ids[index]),
    false,
  ]);
});

it('an account is a customer of the platform', async () => {
  expect(await list(`/v1/subscriptions?customer_id=${shop.publicId}`)).toEqual([[ids[3]], false]);
  const seller = callerOf(world().peers.platform.id);
  expect(await list('/v1/subscriptions', seller)).toEqual([[ids[3]], false]);
});

it('a customer is also found by Florin’s id', async () => {
  const { body } = await shop.get('/v1/customers?external_id=crm-1');
  const path = `/v1/subscriptions?customer_id=${body.data[0].id}`;
  expect(await list(path)).toEqual([[ids[1], ids[2]], false]);
});

it('subscriptions have pages with cursors', async () => {
  expect(await list('/v1/subscriptions?limit=3')).toEqual([ids.slice(0, 3), true]);
  expect(await list(`/v1/subscriptions?starting_after=${ids[1]}`)).toEqual([ids.slice(2), false]);
  const before = `/v1/subscriptions?limit=2&ending_before=${ids[3]}`;
  expect(await list(before)).toEqual([ids.slice(1, 3), true]);
  const foreign = (await other.get('/v1/subscriptions')).body.data[0].id;
  for (const query of [
    `starting_after=${foreign}`,
    `starting_after=${toPublicId('subscription', newId())}`,
    'starting_after=sub_1',
    `starting_after=${ids[0]}&ending_before=${ids[1]}`,
    'limit=0',
    'status=asleep',
    'status=incomplete',
  ])
    expect((await shop.get(`/v1/subscriptions?${query}`)).status).toBe(400);
});

it('admins see all accounts, or one', async () => {
  const admin = callerOf(world().peers.platform.id, 'admin');
  expect((await list('/v1/subscriptions', admin))[0]).toHaveLength(5);
  const path = `/v1/subscriptions?account_id=${shop.publicId}`;
  expect(await list(path, admin)).toEqual([ids, false]);
  expect((await list(`/v1/subscriptions?account_id=${other.publicId}`))[0]).toEqual([]);
});

it('invoices are listed by subscription, customer and status', async () => {
  const [all] = await list('/v1/invoices');
  expect(all).toHaveLength(3);
  const countOf = async (query: string) => (await list(`/v1/invoices?${query}`))[0].length;
  expect(await countOf('status=open')).toBe(2);
  expect(await countOf('status=paid')).toBe(1);
  expect(await countOf('customer_id=crm-1')).toBe(2);
  expect(await countOf(`customer_id=${shop.publicId}&status=paid`)).toBe(1);
  expect(await countOf(`subscription_id=${ids[1]}`)).toBe(1);
  expect(await countOf(`subscription_id=${ids[0]}`)).toBe(0);
  expect(await countOf('subscription_id=sub_1')).toBe(0);
  expect(await list('/v1/invoices?limit=2')).toEqual([all.slice(0, 2), true]);
  expect((await shop.get('/v1/invoices?status=lost')).status).toBe(400);
});

it('objects of other accounts do not exist', async () => {
  const [invoiceId] = (await list('/v1/invoices'))[0];
  for (const path of [`/v1/subscriptions/${ids[1]}`, `/v1/invoices/${invoiceId}`]) {
    expect((await shop.get(path)).status).toBe(200);
    expect((await other.get(path)).status).toBe(404);
    expect((await billing().call('GET', path)).status).toBe(401);
    const reader = { accountId: shop.id, scopes: ['subscriptions:read'] as const };
    expect((await billing().call('GET', path, { caller: reader })).status).toBe(200);
    const stranger = { accountId: shop.id, scopes: ['events:read'] as const };
    expect((await billing().call('GET', path, { caller: stranger })).status).toBe(403);
  }
  expect((await shop.get('/v1/invoices/inv_1')).status).toBe(404);
});
