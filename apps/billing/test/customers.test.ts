import { newId, toPublicId } from '@florin/contracts';
import { expect, it } from 'vitest';
import { callerOf } from './start-billing.ts';
import { useBilling } from './use-billing.ts';

const { world, billing, openShop } = useBilling();

const shopWith = () => openShop();

it('are created, read and changed', async () => {
  const shop = await shopWith();
  const given = {
    external_id: 'crm-1',
    email: ' Ada@Example.COM',
    name: 'Ada',
    metadata: { a: 1 },
  };
  const { status, body } = await shop.post('/v1/customers', given);
  expect({ status, ...body }).toEqual({
    status: 201,
    id: expect.stringMatching(/^cus_[0-9a-z]{26}$/),
    object: 'customer',
    livemode: false,
    account_id: shop.publicId,
    external_id: 'crm-1',
    email: 'ada@example.com',
    name: 'Ada',
    company: null,
    address: null,
    shipping_address: null,
    tax_ids: [],
    tax_exempt: 'none',
    language: null,
    po_number: null,
    buyer_reference: null,
    ...{ days_until_due: null, collection_method: null },
    currency: null,
    metadata: { a: 1 },
    archived_at: null,
    anonymized_at: null,
    credit_balance: 0,
    credit_currency: null,
    created_at: expect.any(String),
    updated_at: body.created_at,
  });
  const path = `/v1/customers/${body.id}`;
  expect((await shop.get(path)).body).toEqual(body);
  expect((await shop.patch(path, {})).body).toEqual(body);
  expect((await shop.patch(path, { name: null, metadata: { b: 2, a: null } })).body).toMatchObject({
    name: null,
    email: 'ada@example.com',
    metadata: { b: 2 },
  });
  const emptied = await shop.patch(path, { metadata: { b: '', c: 3, d: [''] } });
  expect(emptied.body.metadata).toEqual({ c: 3, d: [''] });
  expect((await shop.patch(path, { metadata: null })).body.metadata).toEqual({});
});

it('require no fields', async () => {
  const shop = await shopWith();
  expect((await shop.post('/v1/customers')).body).toMatchObject({
    external_id: null,
    email: null,
    name: null,
    metadata: {},
  });
});

it('have an external id that is unique within the account', async () => {
  const [shop, other] = [await shopWith(), await shopWith()];
  const given = { external_id: 'crm-1' };
  expect((await shop.post('/v1/customers', given)).status).toBe(201);
  expect((await other.post('/v1/customers', given)).status).toBe(201);
  expect((await shop.post('/v1/customers', given)).status).toBe(409);
  const { body } = await shop.post('/v1/customers', {});
  expect(await shop.patch(`/v1/customers/${body.id}`, given)).toMatchObject({
    status: 409,
    body: { error: 'conflict' },
  });
});

it.each([
  ['an invalid email', { email: 'ada' }],
  ['an empty name', { name: '' }],
  ['metadata that is a list', { metadata: [] }],
  ['an external id like ours', { external_id: toPublicId('customer', newId()) }],
  ['an external id that is too long', { external_id: 'x'.repeat(256) }],
])('are refused with %s', async (_, given) => {
  const shop = await shopWith();
  const { body } = await shop.post('/v1/customers', {});
  for (const answer of [
    await shop.post('/v1/customers', given),
    await shop.patch(`/v1/customers/${body.id}`, given),
  ])
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
});

it('are listed for their account, newest first, with cursors', async () => {
  const [shop, other] = [await shopWith(), await shopWith()];
  const ids: string[] = [];
  for (const external_id of ['a', 'b', 'c'])
    ids.unshift((await shop.post('/v1/customers', { external_id })).body.id);
  await other.post('/v1/customers', {});
  const list = async (query: string) => {
    const { body } = await shop.get(`/v1/customers?${query}`);
    return [body.data.map((customer: { id: string }) => customer.id), body.has_more];
  };
  expect(await list('')).toEqual([ids, false]);
  expect(await list('limit=2')).toEqual([ids.slice(0, 2), true]);
  expect(await list(`starting_after=${ids[1]}`)).toEqual([ids.slice(2), false]);
  expect(await list(`limit=1&ending_before=${ids[2]}`)).toEqual([[ids[1]], true]);
  expect(await list('external_id=b')).toEqual([[ids[1]], false]);
  const foreign = (await other.get('/v1/customers')).body.data[0].id;
  expect((await shop.get(`/v1/customers?starting_after=${foreign}`)).status).toBe(400);
  const admin = callerOf(world().peers.platform.id, 'admin');
  const path = `/v1/customers?account_id=${shop.publicId}`;
  expect((await billing().call('GET', path, { caller: admin })).body.data).toHaveLength(3);
});

it('cannot be read or changed by other accounts', async () => {
  const [shop, other] = [await shopWith(), await shopWith()];
  const { body } = await shop.post('/v1/customers', {});
  const path = `/v1/customers/${body.id}`;
  expect((await other.get(path)).status).toBe(404);
  expect((await other.patch(path, { name: 'Eve' })).status).toBe(404);
  expect((await other.get('/v1/customers/cus_1')).status).toBe(404);
  const platform = { caller: callerOf(null, 'platform') };
  expect((await billing().call('GET', path, platform)).status).toBe(200);
  expect((await billing().call('PATCH', path, { ...platform, body: {} })).status).toBe(403);
  expect((await billing().call('GET', path)).status).toBe(401);
});

it.each([
  ['of another shape', 'nonsense'],
  ['of no account', toPublicId('account', newId())],
])('are not created for an account by an id %s', async (_what, account_id) => {
  const admin = callerOf(world().peers.platform.id, 'admin');
  const plan = { id: 'lost', name: 'Lost', amount: 900, interval: 'month' };
  const subscription = { customer_id: 'customer 7', plan: 'basic' };
  for (const [path, fields] of [
    ['/v1/customers', {}],
    ['/v1/plans', plan],
    ['/v1/subscriptions', subscription],
  ] as const) {
    const body = { ...fields, account_id };
    const refused = await billing().call('POST', path, { caller: admin, body });
    expect([path, refused.status, refused.body.error]).toEqual([path, 404, 'not_found']);
  }
  const listed = await billing().call('GET', `/v1/plans?account_id=${account_id}`, {
    caller: admin,
  });
  expect(listed.status).toBe(404);
});

it('can be addressed by external id wherever an id is accepted', async () => {
  const shop = await shopWith();
  const other = await shopWith();
  for (const external_id of ['crm 7/ü', 'cus_odoo_77', 'a%2fb']) {
    const { body: sold } = await shop.subscribe({ customer_id: external_id });
    const own = sold.resolved_customer_id;
    expect(sold).toMatchObject({ customer_id: external_id });
    expect(own).toMatch(/^cus_[0-9a-z]{26}$/);
    const { body: invoice } = await shop.get(`/v1/invoices/${sold.latest_invoice_id}`);
    expect(invoice.resolved_customer_id).toBe(own);
    const path = `/v1/customers/${encodeURIComponent(external_id)}`;
    expect((await shop.get(path)).body).toEqual((await shop.get(`/v1/customers/${own}`)).body);
    expect((await shop.patch(path, { name: 'Grace' })).body).toMatchObject({
      id: own,
      external_id,
    });
    expect((await shop.get(`${path}/credits`)).status).toBe(200);
    for (const list of ['subscriptions', 'invoices'])
      for (const name of [external_id, own]) {
        const found = await shop.get(`/v1/${list}?customer_id=${encodeURIComponent(name)}`);
        expect([list, name, found.body.data.length]).toEqual([list, name, 1]);
      }
    for (const way of [path, `${path}/credits`]) expect((await other.get(way)).status).toBe(404);
    expect((await other.patch(path, { name: 'Eve' })).status).toBe(404);
  }
  const { body: bought } = await shop.subscribe({});
  expect(bought.resolved_customer_id).toBeNull();
});
