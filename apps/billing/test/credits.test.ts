import { eventually } from '@florin/testing';
import { beforeEach, expect, it } from 'vitest';
import type { Shop } from './start-billing.ts';
import { useBilling } from './use-billing.ts';

const { world, openShop } = useBilling();
beforeEach(() => world().clock.set('2026-01-01T00:00:00Z'));

const open = (available = 0) => openShop({ available });

/**
 * A month costs 250 000, also for a customer without a card; a year of the other plan costs 10 000.
 */
async function leaveCredit(shop: Shop, customer_id: string) {
  const { body } = await shop.subscribe({ customer_id, plan: 'pro', quantity: 100 });
  await shop.post(`/v1/invoices/${body.latest_invoice_id}/mark_paid`, { reference: 'transfer' });
  const change = { plan: 'basic_yearly', quantity: 1, effective: 'now' };
  return (await shop.post(`/v1/subscriptions/${body.id}/update`, change)).body;
}

const linesOf = async (shop: Shop, id: string) => {
  const { body } = await shop.get(`/v1/invoices/${id}`);
  return body.lines.map(({ type, amount }: { type: string; amount: number }) => [type, amount]);
};

it('is the remainder of an account’s change, and pays its next invoices', async () => {
  const shop = await open(250_000);
  const changed = await leaveCredit(shop, shop.publicId);
  expect(changed).toMatchObject({ status: 'active', plan: 'basic_yearly' });
  expect(await linesOf(shop, changed.latest_invoice_id)).toEqual([
    ['period', 10_000],
    ['unused_time', -250_000],
    ['credit_granted', 240_000],
  ]);

  // The balance is empty: credit pays for everything, including another subscription.
  const { body: other } = await shop.subscribe({ plan: 'business' });
  expect(other.status).toBe('active');
  expect(await linesOf(shop, other.latest_invoice_id)).toEqual([
    ['period', 9_900],
    ['credit_applied', -9_900],
  ]);
  expect(await world().peers.chargesOf(shop.id)).toHaveLength(1);

  const { body } = await shop.get(`/v1/customers/${shop.publicId}/credits`);
  expect(body.data).toMatchObject([
    { type: 'applied', amount: -9_900, balance_after: 230_100, subscription_id: other.id },
    {
      type: 'granted',
      amount: 240_000,
      balance_after: 240_000,
      invoice_id: changed.latest_invoice_id,
    },
  ]);
  const [newest, oldest] = body.data;
  const page = async (query: string) =>
    (await shop.get(`/v1/customers/${shop.publicId}/credits?${query}`)).body.data;
  expect(await page(`starting_after=${newest.id}`)).toEqual([oldest]);
  expect(await page(`ending_before=${oldest.id}`)).toEqual([newest]);
});

it('shows on the customer, who is charged only the rest', async () => {
  const shop = await open();
  const { body: customer } = await shop.post('/v1/customers', {});
  expect(customer).toMatchObject({ credit_balance: 0, credit_currency: null });
  await leaveCredit(shop, customer.id);
  const read = async () => (await shop.get(`/v1/customers/${customer.id}`)).body;
  expect(await read()).toMatchObject({ credit_balance: 240_000, credit_currency: 'USD' });
  expect((await shop.get('/v1/customers')).body.data).toEqual([await read()]);

  const fields = { customer_id: customer.id, plan: 'business', quantity: 25 };
  const { body: more } = await shop.subscribe(fields);
  expect(await linesOf(shop, more.latest_invoice_id)).toContainEqual(['credit_applied', -240_000]);
  expect(await read()).toMatchObject({ credit_balance: 0 });
  const requests = await world().peers.paymentRequestsOf(shop.id);
  expect(requests.map(({ amount }) => amount)).toEqual([250_000, 7_500]);

  // The invoice is no longer owed, so its applied credit is returned.
  await shop.post(`/v1/subscriptions/${more.id}/cancel`);
  expect(await read()).toMatchObject({ credit_balance: 240_000 });
});

it('is used once, by concurrent requests', async () => {
  const shop = await open();
  const { body: customer } = await shop.post('/v1/customers', {});
  await leaveCredit(shop, customer.id);
  const fields = { customer_id: customer.id, plan: 'business', quantity: 10 };
  await Promise.all(Array.from({ length: 6 }, () => shop.subscribe(fields)));
  const { body } = await shop.get(`/v1/customers/${customer.id}/credits`);
  const [newest] = body.data;
  expect(newest.balance_after).toBe(0);
  const used = body.data.filter(({ type }: { type: string }) => type === 'applied');
  const sum = used.reduce((total: number, { amount }: { amount: number }) => total - amount, 0);
  expect(sum).toBe(240_000);
  const requests = await world().peers.paymentRequestsOf(shop.id);
  const asked = requests.reduce((total, { amount }) => total + amount, 0);
  expect(asked).toBe(250_000 + 6 * 99_000 - 240_000);
});

it('is returned by a change that could not be paid', async () => {
  const shop = await open(251_000);
  await leaveCredit(shop, shop.publicId);
  const { body: basic } = await shop.subscribe({ plan: 'basic', quantity: 1 });
  expect(basic.status).toBe('active'); // Paid from credit: 239 000 remain.
  const change = { plan: 'business', quantity: 100 };
  const refused = await shop.post(`/v1/subscriptions/${basic.id}/update`, change);
  expect(refused.status).toBe(402);
  const { body } = await shop.get(`/v1/customers/${shop.publicId}/credits`);
  const kinds = body.data.map(
    ({ type, balance_after }: { type: string; balance_after: number }) => [type, balance_after],
  );
  expect(kinds.slice(0, 2)).toEqual([
    ['returned', 239_000],
    ['applied', 0],
  ]);
});

it('pays a renewal automatically', async () => {
  const shop = await open(250_000);
  const { id } = await leaveCredit(shop, shop.publicId);
  world().clock.set('2027-01-01T00:00:00Z');
  await eventually(async () => {
    const { body } = await shop.get(`/v1/subscriptions/${id}`);
    expect(body.current_period_start).toBe('2027-01-01T00:00:00.000Z');
  });
  expect(await world().peers.chargesOf(shop.id)).toHaveLength(1);
});

it('is hidden from other accounts', async () => {
  const [shop, stranger] = [await open(), await open()];
  const { body: customer } = await shop.post('/v1/customers', {});
  for (const id of [customer.id, shop.publicId, 'best'])
    expect((await stranger.get(`/v1/customers/${id}/credits`)).status).toBe(404);
  const cursor = 'crd_01h455vb4pex5vsknk084sn02q';
  const path = `/v1/customers/${customer.id}/credits?starting_after=${cursor}`;
  expect((await shop.get(path)).status).toBe(400);
});
