import { parsePublicId } from '@florin/contracts';
import { expect, it } from 'vitest';
import { eventsOf } from './published-events.ts';
import { useBilling } from './use-billing.ts';

const { world, openShop } = useBilling();

async function subscribed(metadata: object = { order: '7', team: 'a' }) {
  const shop = await openShop();
  const customer = await shop.post('/v1/customers', { external_id: 'ada' });
  const { body } = await shop.post('/v1/subscriptions', {
    ...{ customer_id: customer.body.id, plan: 'basic', trial_period_days: 14, metadata },
  });
  const path = `/v1/subscriptions/${body.id}`;
  const update = (change: unknown) => shop.patch(path, { metadata: change });
  return { shop, path, update, record: body, customerId: customer.body.id as string };
}

it('merges by name: an empty string or null deletes a key, the rest of the record stays', async () => {
  const { shop, path, update, record } = await subscribed();
  const { status, body } = await update({ team: null, order: '', 'a b': [1], seats: { max: 3 } });
  expect({ status, ...body, updated_at: '' }).toEqual({
    ...{ status: 'trialing', ...record, updated_at: '' },
    metadata: { 'a b': [1], seats: { max: 3 } },
  });
  expect((await shop.get(path)).body).toEqual(body);
  expect((await update(null)).body.metadata).toEqual({});
});

it('publishes subscription.updated with the former metadata, and nothing if nothing changes', async () => {
  const { shop, path, update, record } = await subscribed();
  const published = async () =>
    (await eventsOf(world(), shop.id)).filter(({ type }) => type === 'subscription.updated');
  for (const same of [{}, { metadata: {} }, { metadata: { order: '7', gone: null, no: '' } }])
    expect((await shop.patch(path, same)).body).toEqual(record);
  expect(await published()).toEqual([]);
  const { body } = await update({ order: '8' });
  expect(await published()).toMatchObject([
    {
      data: { object: body, previous: { metadata: { order: '7', team: 'a' } } },
      aggregate_id: parsePublicId('subscription', record.id),
    },
  ]);
});

it('works once per Idempotency-Key', async () => {
  const { shop, path, update } = await subscribed({});
  const headers = { 'Idempotency-Key': 'once' };
  const send = (n: number) => shop.call('PATCH', path, { body: { metadata: { n } }, headers });
  const first = await send(1);
  await update({ n: 2 });
  expect((await send(1)).body).toEqual(first.body);
  expect((await shop.get(path)).body.metadata).toEqual({ n: 2 });
  expect((await send(3)).status).toBe(422);
});

it('limits the merged result, including existing keys', async () => {
  const names = (from: number, count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`key_${from + index}`, 'x']));
  const { update } = await subscribed(names(0, 50));
  expect((await update({ more: 1 })).body).toMatchObject({
    error: 'invalid_request',
    message: expect.stringContaining('at most 50 keys and 16384 bytes'),
  });
  expect((await update({ more: 1, key_0: '' })).status).toBe(200);
  const large = await subscribed({ a: 'ü'.repeat(8_000) });
  expect((await large.update({ b: 'x'.repeat(400) })).status).toBe(400);
});

it('accepts any JSON, and unsafe key names only as data', async () => {
  const { update } = await subscribed({});
  const hostile = JSON.parse('{"__proto__":{"admin":true},"constructor":1,"a":{"b":null,"c":""}}');
  const { body } = await update(hostile);
  expect(JSON.stringify(body.metadata)).toBe(JSON.stringify(hostile));
  for (const refused of [[], 'a', 7, { a: '\u0000' }])
    expect((await update(refused)).status).toBe(400);
});

it('changes ended subscriptions, and none of an anonymized customer', async () => {
  const { shop, path, update, customerId } = await subscribed();
  await shop.post(`${path}/cancel`);
  expect((await update({ reason: 'moved' })).body).toMatchObject({
    status: 'canceled',
    metadata: { order: '7', team: 'a', reason: 'moved' },
  });
  await shop.post(`/v1/customers/${customerId}/anonymize`);
  expect(await update({ name: 'CANARY' })).toMatchObject({
    status: 409,
    body: { error: 'conflict' },
  });
  const history = `select body from billing.subscription_history where body like '%moved%' or body like '%CANARY%'`;
  expect(await world().query(history)).toEqual([]);
});

it('never charges: metadata of an account’s subscription is only descriptive', async () => {
  const shop = await openShop({ available: 5_000 });
  const { body } = await shop.subscribe();
  const before = await world().peers.balanceOf(shop.id);
  const path = `/v1/subscriptions/${body.id}`;
  const { body: after } = await shop.patch(path, { metadata: { a: 1 } });
  expect({ ...after, metadata: {}, updated_at: '' }).toEqual({ ...body, updated_at: '' });
  expect(await world().peers.balanceOf(shop.id)).toBe(before);
  expect((await shop.patch(path, { plan: 'pro' })).status).toBe(400);
});
