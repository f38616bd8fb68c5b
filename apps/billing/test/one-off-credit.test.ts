import { afterEach, expect, it } from 'vitest';
import { assertBooks } from './books.ts';
import { useBilling } from './use-billing.ts';

const { world, openShop } = useBilling();
afterEach(async () => {
  await assertBooks(world());
});

/** A customer with credit from a credit note. */
async function withCredit(amount: number) {
  const shop = await openShop({ currency: 'USD' });
  const { body: customer } = await shop.post('/v1/customers', {});
  const draft = async (unit_amount: number): Promise<string> => {
    const lines = [{ description: 'Setup', unit_amount }];
    const { body } = await shop.post('/v1/invoices', { customer_id: customer.id, lines });
    return `/v1/invoices/${body.id}`;
  };
  const invoice = async (unit_amount: number) => {
    const path = await draft(unit_amount);
    expect((await shop.post(`${path}/finalize`)).status).toBe(200);
    return { path, body: (await shop.get(path)).body };
  };
  const pay = (path: string) => shop.post(`${path}/mark_paid`, { reference: 'transfer' });
  const first = await invoice(amount);
  await pay(first.path);
  const note = { invoice_id: first.body.id, credit_to: 'balance' };
  expect((await shop.post('/v1/credit_notes', note)).status).toBe(201);
  const credit = async () => (await shop.get(`/v1/customers/${customer.id}`)).body.credit_balance;
  expect(await credit()).toBe(amount);
  return { shop, customer, draft, invoice, pay, credit };
}

it('R13: credit pays a one-off invoice', async () => {
  const { shop, customer, invoice, credit } = await withCredit(5_000);
  const { body } = await invoice(1_000);
  expect(body).toMatchObject({ status: 'paid', total: 1_000, amount_due: 0, amount_remaining: 0 });
  expect(await credit()).toBe(4_000);
  const { data } = (await shop.get(`/v1/customers/${customer.id}/credits`)).body;
  expect(data[0]).toMatchObject({ type: 'applied', amount: -1_000, subscription_id: null });
});

it('R13: credit pays a part, and is returned by a void', async () => {
  const { shop, invoice, pay, credit } = await withCredit(5_000);
  const { path, body } = await invoice(8_000);
  expect([body.status, body.amount_remaining, await credit()]).toEqual(['open', 3_000, 0]);
  expect((await shop.post(`${path}/void`)).status).toBe(200);
  expect(await credit()).toBe(5_000);
  const again = await invoice(8_000);
  await pay(again.path);
  const paid = (await shop.get(again.path)).body;
  expect(paid).toMatchObject({ status: 'paid', amount_paid: 3_000 });
  const note = { invoice_id: paid.id, credit_to: 'balance' };
  expect((await shop.post('/v1/credit_notes', note)).status).toBe(201);
  expect(await credit()).toBe(8_000);
});

it('R13: credit of an unpaid invoice is returned by a note for the full amount owed', async () => {
  const { shop, invoice, credit } = await withCredit(5_000);
  const { path, body } = await invoice(8_000);
  const note = { invoice_id: body.id, amount: 3_000 };
  expect((await shop.post('/v1/credit_notes', note)).status).toBe(201);
  expect((await shop.get(path)).body.status).toBe('void');
  expect(await credit()).toBe(5_000);
});

it('R13: two invoices finalized at once spend credit once', async () => {
  const { shop, draft, credit } = await withCredit(5_000);
  const paths = [await draft(4_000), await draft(4_000)];
  const replies = await Promise.all(paths.map((path) => shop.post(`${path}/finalize`)));
  const remaining = replies.reduce((sum, { body }) => sum + body.amount_remaining, 0);
  expect([remaining, await credit()]).toEqual([3_000, 0]);
});
