import { toPublicId } from '@florin/contracts';
import { eventually } from '@florin/testing';
import { expect, it } from 'vitest';
import { callerOf } from './start-billing.ts';
import { useBilling } from './use-billing.ts';

const gold = { id: 'gold', name: 'Gold', amount: 300, interval: 'week' };
const STARTERS = [
  ['basic_monthly', 1_000],
  ['basic_yearly', 10_000],
  ['pro_monthly', 2_500],
  ['pro_yearly', 25_000],
  ['business_monthly', 9_900],
  ['business_yearly', 99_000],
] as const;
const { world, billing, openShop } = useBilling();

const shopWith = (account = {}) => openShop(account);
const idsOf = ({ body }: { body: { data: { id: string }[] } }) => body.data.map(({ id }) => id);

it('exist from the start, in the currency of the account', async () => {
  const shop = await shopWith({ currency: 'KWD' });
  const { status, body } = await shop.get('/v1/plans');
  expect(status).toBe(200);
  expect(body.data.map((plan: { id: string; amount: number }) => [plan.id, plan.amount])).toEqual(
    STARTERS,
  );
  for (const plan of body.data) expect(plan.currency).toBe('KWD');
});

it('are created by accounts, each for itself, and never change', async () => {
  const [shop, other] = [await shopWith(), await shopWith()];
  const { status, body } = await shop.post('/v1/plans', { ...gold, interval_count: 2 });
  expect({ status, ...body }).toEqual({
    status: 201,
    object: 'plan',
    livemode: false,
    ...gold,
    interval_count: 2,
    tax_class: 'standard',
    supply: 'services',
    tax_behavior: null,
    currency: 'USD',
    price_id: expect.stringMatching(/^price_/),
    product_id: expect.stringMatching(/^prod_/),
    account_id: shop.publicId,
    archived_at: null,
    created_at: expect.any(String),
  });
  expect((await shop.get('/v1/plans/gold')).body).toEqual(body);
  expect(await shop.post('/v1/plans', { ...gold, amount: 1 })).toMatchObject({
    status: 409,
    body: { error: 'conflict' },
  });
  expect((await other.get('/v1/plans/gold')).status).toBe(404);
  expect((await other.post('/v1/plans', gold)).status).toBe(201);
});

it('have bare names for the monthly plans, and reserved ids', async () => {
  const shop = await shopWith();
  expect((await shop.get('/v1/plans/pro')).body.id).toBe('pro_monthly');
  for (const id of ['basic', 'pro_yearly', 'business_monthly'])
    expect((await shop.post('/v1/plans', { ...gold, id })).status).toBe(409);
});

it.each([
  ['an id that is not a slug', { id: 'Gold Plan' }],
  ['no id', { id: undefined }],
  ['no name', { name: ' ' }],
  ['an amount below zero', { amount: -1 }],
  ['an amount as text', { amount: '300' }],
  ['an unknown interval', { interval: 'decade' }],
  ['an interval count of zero', { interval_count: 0 }],
  ['an interval beyond three years', { interval: 'month', interval_count: 37 }],
  ['an unknown currency', { currency: 'XXX' }],
])('are refused with %s', async (_, change) => {
  const shop = await shopWith();
  expect(await shop.post('/v1/plans', { ...gold, ...change })).toMatchObject({
    status: 400,
    body: { error: 'invalid_request' },
  });
});

it('are priced in the currency of the account only', async () => {
  const shop = await shopWith();
  expect((await shop.post('/v1/plans', { ...gold, currency: 'usd' })).status).toBe(201);
  expect(await shop.post('/v1/plans', { ...gold, id: 'g2', currency: 'EUR' })).toMatchObject({
    status: 400,
    body: { error: 'currency_mismatch' },
  });
});

it('are listed newest first, page by page and back', async () => {
  const shop = await shopWith();
  for (const id of ['p1', 'p2', 'p3']) await shop.post('/v1/plans', { ...gold, id });
  const all = ['p3', 'p2', 'p1', ...STARTERS.map(([id]) => id)];
  expect(idsOf(await shop.get('/v1/plans'))).toEqual(all);

  const seen: string[] = [];
  for (let cursor = ''; ; ) {
    const page = await shop.get(`/v1/plans?limit=2${cursor}`);
    seen.push(...idsOf(page));
    expect(page.body.has_more).toBe(seen.length < all.length);
    if (!page.body.has_more) break;
    cursor = `&starting_after=${seen.at(-1)}`;
  }
  expect(seen).toEqual(all);

  const before = (id: string) => shop.get(`/v1/plans?limit=2&ending_before=${id}`);
  expect(idsOf(await before('basic_yearly'))).toEqual(['p1', 'basic_monthly']);
  expect((await before('basic_yearly')).body.has_more).toBe(true);
  expect(idsOf(await before('p1'))).toEqual(['p3', 'p2']);
  expect((await before('p1')).body.has_more).toBe(false);
  expect(idsOf(await before('p3'))).toEqual([]);
  for (const query of ['starting_after=nope', 'limit=0', 'starting_after=p1&ending_before=p2'])
    expect((await shop.get(`/v1/plans?${query}`)).status).toBe(400);
});

it('need a token with an account and the scope', async () => {
  const shop = await shopWith();
  const as = async (caller: object, method = 'GET') => {
    const body = method === 'POST' ? { ...gold, id: 'scoped' } : undefined;
    return (await billing().call(method, '/v1/plans', { caller, body })).status;
  };
  expect(await as({})).toBe(401);
  expect(await as(callerOf(null))).toBe(404);
  expect(await as({ accountId: shop.id, scopes: ['subscriptions:read'] })).toBe(200);
  expect(await as({ accountId: shop.id, scopes: ['subscriptions:read'] }, 'POST')).toBe(403);
  expect(await as({ accountId: shop.id, scopes: ['subscriptions:write'] }, 'POST')).toBe(201);
  expect(await as(callerOf(null, 'platform'), 'POST')).toBe(403);
});

it('can be read by accounts that may buy them from the platform', async () => {
  const platform = callerOf(world().peers.platform.id, 'admin');
  const hosting = { ...gold, id: 'hosting', name: 'Hosting' };
  await billing().call('POST', '/v1/plans', { caller: platform, body: hosting });
  const shop = await openShop({ available: 100_000 });
  await shop.post('/v1/plans', { ...gold, id: 'mine' });
  const idsOf = async (query: string) =>
    (await shop.get(`/v1/plans${query}`)).body.data.map(({ id }: { id: string }) => id);
  const [bought, own] = [await idsOf('?seller=platform'), await idsOf('?seller=own')];
  expect([bought.includes('hosting'), bought.includes('mine')]).toEqual([true, false]);
  expect([own.includes('hosting'), own.includes('mine')]).toEqual([false, true]);
  expect(own).toEqual(await idsOf(''));
  expect(bought).toContain('basic_monthly');
  const one = await shop.get('/v1/plans/hosting?seller=platform');
  expect(one.body.account_id).toBe(toPublicId('account', platform.accountId ?? ''));
  expect((await shop.get('/v1/plans/hosting')).status).toBe(404);
  expect((await shop.get('/v1/plans?seller=hosting')).status).toBe(400);
  expect((await shop.subscribe({ plan: one.body.id })).status).toBe(200);
});

it('are created for another account by an admin', async () => {
  const shop = await shopWith();
  const admin = callerOf(world().peers.platform.id, 'admin');
  const body = { ...gold, id: 'made-by-admin', account_id: shop.publicId };
  const made = await billing().call('POST', '/v1/plans', { caller: admin, body });
  expect(made.body.account_id).toBe(shop.publicId);
  const other = await shopWith();
  const refused = await other.post('/v1/plans', { ...body, id: 'refused' });
  expect([refused.status, refused.body.message]).toEqual([
    400,
    'only an admin can set account_id; omit it',
  ]);
  const own = await other.post('/v1/plans', { ...body, id: 'own', account_id: other.publicId });
  expect(own.status).toBe(201);
});

it('archived: are left out of lists and cannot be sold, and existing subscriptions continue', async () => {
  const shop = await shopWith();
  for (const id of ['gold', 'silver']) await shop.post('/v1/plans', { ...gold, id });
  const { body: customer } = await shop.post('/v1/customers', {});
  const of = { customer_id: customer.id, trial_period_days: 14 };
  const { body: sold } = await shop.post('/v1/subscriptions', { ...of, plan: 'gold' });
  const { body: other } = await shop.post('/v1/subscriptions', { ...of, plan: 'silver' });
  const quoteOf = (subscription_id: string) =>
    shop.post('/v1/subscriptions/preview', { subscription_id, plan: 'gold' });
  const quote = await quoteOf(other.id);

  const { status, body } = await shop.post('/v1/plans/gold/archive');
  expect([status, body.archived_at]).toEqual([200, expect.any(String)]);
  expect((await shop.post('/v1/plans/gold/archive')).body).toEqual(body);
  expect(idsOf(await shop.get('/v1/plans'))).not.toContain('gold');
  expect(idsOf(await shop.get('/v1/plans?archived=true'))).toEqual(['gold']);
  expect((await shop.get('/v1/plans/gold')).body.archived_at).toBe(body.archived_at);
  const refused = await Promise.all([
    shop.post('/v1/subscriptions', { ...of, plan: 'gold' }),
    shop.post('/v1/subscriptions/preview', { ...of, plan: 'gold' }),
    quoteOf(other.id),
    shop.post(`/v1/subscriptions/${other.id}/update`, { plan: 'gold' }),
  ]);
  for (const answer of refused)
    expect([answer.status, answer.body.message]).toEqual([
      409,
      expect.stringContaining('gold is archived'),
    ]);
  const more = await shop.post(`/v1/subscriptions/${sold.id}/update`, { quantity: 2 });
  expect([more.status, more.body.quantity]).toEqual([200, 2]);
  const quoted = { quote_id: quote.body.quote_id };
  expect((await shop.post(`/v1/subscriptions/${other.id}/update`, quoted)).status).toBe(200);

  expect((await shop.post('/v1/plans/gold/unarchive')).body.archived_at).toBeNull();
  expect(idsOf(await shop.get('/v1/plans?archived=true'))).toEqual([]);
  expect((await shop.post('/v1/subscriptions', { ...of, plan: 'gold' })).status).toBe(200);
});

it('archived: subscriptions renew', async () => {
  const shop = await shopWith();
  await shop.post('/v1/plans', { ...gold, interval: 'day' });
  const { body: clock } = await shop.post('/v1/test_clocks', { frozen_time: '2026-01-01' });
  const { body: sold } = await shop.post('/v1/subscriptions', {
    ...{ customer_id: 'c1', plan: 'gold', test_clock_id: clock.id },
  });
  await shop.post('/v1/plans/gold/archive');
  const day = { frozen_time: '2026-01-02T12:00:00Z' };
  await shop.post(`/v1/test_clocks/${clock.id}/advance`, day);
  await eventually(async () => {
    const { body } = await shop.get(`/v1/invoices?subscription_id=${sold.id}`);
    expect(body.data).toHaveLength(2);
  });
});

it('can be renamed, and keep their price', async () => {
  const shop = await shopWith();
  await shop.post('/v1/plans', gold);
  const { status, body } = await shop.patch('/v1/plans/gold', { name: 'Golden' });
  expect([status, body.name, body.amount]).toEqual([200, 'Golden', gold.amount]);
  expect((await shop.patch('/v1/plans/gold', { amount: 1 })).status).toBe(400);
  expect((await shop.patch('/v1/plans/pro', { name: 'Mine' })).status).toBe(409);
  expect((await shop.patch('/v1/plans/none', { name: 'Mine' })).status).toBe(404);
});
