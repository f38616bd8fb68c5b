import { parsePublicId } from '@florin/contracts';
import { expect, it } from 'vitest';
import { disputing } from './peer-processors.ts';
import { useBilling } from './use-billing.ts';

const { world, openShop } = useBilling();

const personOf = (name: string) => ({
  ...{ external_id: name, email: `${name}@example.com`.toLowerCase(), name, company: name },
  ...{ metadata: { note: name }, language: 'fr', currency: 'USD' },
  address: { line1: name, city: 'Berlin', country: 'DE' },
});

async function shopWithCustomer(name = 'Grace') {
  const shop = await openShop();
  const { status, body } = await shop.post('/v1/customers', personOf(name));
  expect([status, body.message]).toEqual([201, undefined]);
  const path = `/v1/customers/${body.id}`;
  const list = async (query = '') =>
    (await shop.get(`/v1/customers?${query}`)).body.data.map(({ id }: { id: string }) => id);
  return { shop, id: body.id as string, path, list };
}

it('archived: is left out of lists, and buys nothing until it is restored', async () => {
  const { shop, id, path, list } = await shopWithCustomer();
  const draft = await shop.post('/v1/invoices', {
    ...{ customer_id: id, lines: [{ description: 'a', unit_amount: 100 }] },
  });
  const { body } = await shop.post(`${path}/archive`);
  expect(body.archived_at).toEqual(expect.any(String));
  expect((await shop.post(`${path}/archive`)).body).toEqual(body);
  expect([await list(), await list('archived=true')]).toEqual([[], [id]]);
  expect((await shop.get(path)).body.id).toBe(id);
  const refused = await Promise.all([
    shop.post('/v1/subscriptions', { customer_id: id, plan: 'basic' }),
    shop.post('/v1/subscriptions', { customer_id: 'Grace', plan: 'basic' }),
    shop.post('/v1/subscriptions/preview', { customer_id: id, plan: 'basic' }),
    shop.post('/v1/invoices', { customer_id: id, lines: [] }),
    shop.post(`/v1/invoices/${draft.body.id}/finalize`, {}),
  ]);
  for (const { status, body: refusal } of refused)
    expect([status, refusal.message]).toEqual([409, expect.stringContaining('archived')]);
  expect((await shop.post(`${path}/unarchive`)).body.archived_at).toBeNull();
  expect([await list(), await list('archived=true')]).toEqual([[id], []]);
  const sold = await shop.post('/v1/subscriptions', { customer_id: id, plan: 'basic' });
  expect(sold.status).toBe(200);
});

it('is not archived while a subscription is live, and is archived once that has ended', async () => {
  const { shop, id, path } = await shopWithCustomer();
  const { body } = await shop.post('/v1/subscriptions', {
    ...{ customer_id: id, plan: 'basic', trial_period_days: 3 },
  });
  expect((await shop.post(`${path}/archive`)).status).toBe(409);
  expect((await shop.post(`/v1/subscriptions/${body.id}/cancel`)).status).toBe(200);
  expect((await shop.post(`${path}/archive`)).status).toBe(200);
});

it('is not erased while processors report a disputed payment without an invoice', async () => {
  const { shop, id, path } = await shopWithCustomer();
  const customerId = parsePublicId('customer', id) ?? '';
  disputing.add(customerId);
  const { status, body } = await shop.post(`${path}/anonymize`);
  expect([status, body.message]).toEqual([409, expect.stringContaining('disputed')]);
  disputing.delete(customerId);
  expect((await shop.post(`${path}/anonymize`)).status).toBe(200);
  // An erasure is final, whatever processors report later.
  disputing.add(customerId);
  expect((await shop.post(`${path}/anonymize`)).status).toBe(200);
});

it('anonymized: no table of billing contains the customer’s name, and no request changes it', async () => {
  const CANARY = 'Canaryperson';
  const { shop, id, path } = await shopWithCustomer(CANARY);
  const { body: subscription } = await shop.post('/v1/subscriptions', {
    ...{ customer_id: CANARY, plan: 'basic', trial_period_days: 3, metadata: { note: CANARY } },
  });
  await shop.post('/v1/portal_sessions', { customer_id: id });
  expect((await shop.post(`${path}/anonymize`)).status).toBe(409);
  await shop.post(`/v1/subscriptions/${subscription.id}/cancel`);
  const { status, body } = await shop.post(`${path}/anonymize`);
  expect([status, body]).toMatchObject([
    200,
    {
      ...{ id, external_id: null, email: null, name: null, company: null, address: null },
      ...{ metadata: {}, language: null, currency: 'USD', documents_kept: 0 },
    },
  ]);
  expect((await shop.post(`${path}/anonymize`)).body).toEqual(body);
  expect((await shop.patch(path, { name: 'Ada' })).status).toBe(409);
  expect((await shop.post(`${path}/unarchive`)).status).toBe(409);
  const lines = [{ description: 'a', unit_amount: 100 }];
  for (const refused of [
    await shop.post('/v1/subscriptions', { customer_id: id, plan: 'basic' }),
    await shop.post('/v1/subscriptions/preview', { customer_id: id, plan: 'basic' }),
    await shop.post('/v1/invoices', { customer_id: id, lines }),
  ])
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'customer_id: the personal data of this customer was erased; create a new customer',
    ]);
  const events = await world().query<{ type: string }>(
    `select type from billing.outgoing_events where type = 'customer.anonymized'
        and body like '%${id}%'`,
  );
  expect(events).toHaveLength(1);
  for (const table of ['customers', 'subscriptions', 'subscription_history', 'outgoing_events']) {
    const rows = await world().query(
      `select from billing.${table} named where named::text ilike '%${CANARY}%'`,
    );
    expect([table, rows.length]).toEqual([table, 0]);
  }
  expect(await world().query('select from billing.portal_sessions')).toEqual([]);
  expect((await shop.get(`/v1/subscriptions/${subscription.id}`)).body).toMatchObject({
    ...{ customer_id: id, metadata: {}, status: 'canceled' },
  });
});
