import { grpcServices } from '@florin/contracts/protos';
import { makeClient, type PromiseClient } from '@florin/grpc';
import { peerAt } from '@florin/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { useBilling } from './use-billing.ts';

const { world, billing, openShop } = useBilling();
const context = { requestId: 'req_1', timeoutMs: 60_000 };

let client: PromiseClient<(typeof grpcServices)['billing']['service']> & { close(): void };
beforeAll(() => {
  client = makeClient(grpcServices.billing, peerAt('mail', 'billing', billing().grpcPort));
});
afterAll(() => client.close());
beforeEach(() => world().clock.set('2026-01-01T00:00:00Z'));

/** The invoice of a subscription as mail sees it, during its first charge and afterwards. */
async function described(mail_invoices: boolean) {
  const shop = await openShop();
  await shop.patch('/v1/seller_profile', { mail_invoices });
  const { body: customer } = await shop.post('/v1/customers', { email: 'grace@example.com' });
  await world().peers.saveCard(customer.id, { declines: false });
  const describe = async (invoiceId: string) => {
    const asked = { accountId: shop.id, invoiceId, withFile: false, withFileIfMailed: true };
    const found = client.describeInvoice(asked, context);
    return found.then(({ state, pdf }) => [state, pdf.subarray(0, 5).toString()]).catch(codeOf);
  };
  let early: unknown;
  let id = '';
  world().peers.faults.onCall = async () => {
    const drafts = await world().query<{ id: string }>(
      `select id from billing.invoices where seller_id = $1 and status = 'draft'`,
      [shop.id],
    );
    id = drafts[0]?.id ?? id;
    early ??= await describe(id);
  };
  const { body } = await shop.subscribe({ customer_id: customer.id });
  world().peers.faults.onCall = async () => {};
  expect(body.status).toBe('active');
  return { early, late: await describe(id) };
}

const codeOf = (error: { readonly code?: unknown }) => error.code;

it('delays a receipt until the invoice of its charge has a number, and then attaches its file', async () => {
  expect(await described(true)).toEqual({ early: 'unavailable', late: ['paid', '%PDF-'] });
});

it('sends a receipt without the invoice if the seller does not mail it', async () => {
  expect(await described(false)).toEqual({ early: 'not_found', late: ['paid', ''] });
});

it('describes the state of a one-off invoice, from its draft to its refund', async () => {
  const shop = await openShop();
  await shop.patch('/v1/seller_profile', { mail_invoices: true });
  const { body: customer } = await shop.post('/v1/customers', { email: 'grace@example.com' });
  const lines = [{ description: 'Roses', unit_amount: 1_000 }];
  const write = { customer_id: customer.id, lines, due_days: 3 };
  const { body: draft } = await shop.post('/v1/invoices', write);
  const [{ id = '' } = {}] = await world().query<{ id: string }>(
    'select id from billing.one_off_invoices where seller_id = $1',
    [shop.id],
  );
  const asked = { accountId: shop.id, invoiceId: id, withFile: false, withFileIfMailed: false };
  const state = async () =>
    client.describeInvoice(asked, context).then((found) => found.state, codeOf);
  const path = `/v1/invoices/${draft.id}`;
  expect(await state()).toBe('not_found');
  await shop.post(`${path}/finalize`);
  expect(await state()).toBe('open');
  world().clock.set('2026-01-05T00:00:00Z');
  expect(await state()).toBe('overdue');
  await shop.post(`${path}/mark_paid`);
  expect(await state()).toBe('paid');
  await shop.post('/v1/credit_notes', { invoice_id: draft.id, amount: 400 });
  expect(await state()).toBe('paid');
  await shop.post('/v1/credit_notes', { invoice_id: draft.id, amount: 600 });
  expect(await state()).toBe('refunded');
});
