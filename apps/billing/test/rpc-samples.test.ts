import { type Arrange, replaySample, samplesFor } from '@florin/contract-tests';
import { parsePublicId } from '@florin/contracts';
import { logoOf } from '@florin/testing';
import { expect, it } from 'vitest';
import { useBilling } from './use-billing.ts';

const { billing, openShop, world } = useBilling();
const LOGO = logoOf(48);

/** An invoice of a seller that mails invoices, paid in cash. */
async function paidByMail() {
  const shop = await openShop();
  await shop.patch('/v1/seller_profile', { mail_invoices: true });
  const { body: customer } = await shop.post('/v1/customers', { email: 'grace@example.com' });
  const lines = [{ description: 'Roses', quantity: 2, unit_amount: 999 }];
  const { body: draft } = await shop.post('/v1/invoices', { customer_id: customer.id, lines });
  await shop.post(`/v1/invoices/${draft.id}/finalize`);
  const { body: paid } = await shop.post(`/v1/invoices/${draft.id}/mark_paid`);
  expect(paid.status).toBe('paid');
  return { shop, draft };
}

const states: Record<string, Arrange> = {
  nothing: async () => {},
  'an active subscription': async ({ accountId = '' }) => {
    const shop = await openShop({ available: 1_000 });
    expect((await shop.subscribe()).body.status).toBe('active');
    return { [accountId]: shop.id };
  },
  'an invoice that was paid': async (request) => {
    const shop = await openShop();
    const { body: customer } = await shop.post('/v1/customers', { email: 'grace@example.com' });
    const lines = [{ description: 'Roses', quantity: 2, unit_amount: 999 }];
    const { body: draft } = await shop.post('/v1/invoices', { customer_id: customer.id, lines });
    await shop.post(`/v1/invoices/${draft.id}/send`);
    const { body: paid } = await shop.post(`/v1/invoices/${draft.id}/mark_paid`);
    expect(paid.status).toBe('paid');
    return {
      [request.accountId ?? '']: shop.id,
      [request.paymentId ?? '']: parsePublicId('paymentRequest', paid.payment_id) ?? '',
      [request.invoiceId ?? '']: parsePublicId('invoice', draft.id) ?? '',
    };
  },
  'an invoice that was sent': async (request) => {
    const shop = await openShop();
    const { body: customer } = await shop.post('/v1/customers', { email: 'grace@example.com' });
    const lines = [{ description: 'Roses', quantity: 2, unit_amount: 999 }];
    const { body: draft } = await shop.post('/v1/invoices', { customer_id: customer.id, lines });
    const { body: sent } = await shop.post(`/v1/invoices/${draft.id}/send`);
    expect(sent.status).toBe('open');
    const { body: page } = await shop.post(`/v1/invoices/${draft.id}/payment_link`);
    return {
      [request.accountId ?? '']: shop.id,
      [request.paymentId ?? '']: parsePublicId('paymentRequest', page.payment_id) ?? '',
      [request.invoiceId ?? '']: parsePublicId('invoice', draft.id) ?? '',
    };
  },
  'an invoice that was kept when its subscription ended': async (request) => {
    const shop = await openShop();
    const { body: clock } = await shop.post('/v1/test_clocks', { frozen_time: '2026-01-01' });
    const price = { amount: 100, currency: 'USD', interval: 'day' };
    await shop.post('/v1/plans', { id: 'daily', name: 'Daily', ...price });
    const { body } = await shop.subscribe({
      ...{ customer_id: 'c1', plan: 'daily', test_clock_id: clock.id },
    });
    await shop.post(`/v1/subscriptions/${body.id}/cancel`, { at_period_end: true });
    await shop.post(`/v1/test_clocks/${clock.id}/advance`, { frozen_time: '2026-01-02' });
    expect((await shop.get(`/v1/subscriptions/${body.id}`)).body.status).toBe('canceled');
    const [payment] = await world().peers.paymentRequestsOf(shop.id);
    return {
      [request.accountId ?? '']: shop.id,
      [request.paymentId ?? '']: payment?.payment_id ?? '',
      [request.invoiceId ?? '']: parsePublicId('invoice', body.latest_invoice_id) ?? '',
    };
  },
  'an archived customer': async ({ accountId = '', customerId = '' }) => {
    const shop = await openShop();
    const { body } = await shop.post('/v1/customers', {});
    await shop.post(`/v1/customers/${body.id}/archive`);
    return { [accountId]: shop.id, [customerId]: parsePublicId('customer', body.id) ?? '' };
  },
  'a customer with an email': async ({ accountId = '', customer = '' }) => {
    const shop = await openShop();
    const { body } = await shop.post('/v1/customers', { email: 'grace@example.com' });
    return { [accountId]: shop.id, [customer]: body.id };
  },
  'a business that is charged tax on top of prices': async ({ accountId = '', customer = '' }) => {
    const shop = await openShop();
    const address = { country: 'DE' };
    await shop.patch('/v1/seller_profile', { legal_name: 'Ada', address, charges_tax: true });
    const business = { email: 'grace@example.com', address, tax_ids: [{ value: 'DE136695976' }] };
    const { body } = await shop.post('/v1/customers', business);
    return { [accountId]: shop.id, [customer]: body.id };
  },
  'a seller with a logo': async ({ accountId = '' }) => {
    const shop = await openShop();
    const { body } = await shop.patch('/v1/seller_profile', { logo: LOGO });
    expect(body.logo).toMatch(/^data:image\/png;base64,/);
    return { [accountId]: shop.id };
  },
  'an invoice that its seller has sent': async ({ accountId = '', invoiceId = '' }) => {
    const shop = await openShop();
    const { body: customer } = await shop.post('/v1/customers', { email: 'grace@example.com' });
    const lines = [{ description: 'Roses', quantity: 2, unit_amount: 999 }];
    const { body: draft } = await shop.post('/v1/invoices', { customer_id: customer.id, lines });
    await shop.post(`/v1/invoices/${draft.id}/send`);
    return { [accountId]: shop.id, [invoiceId]: parsePublicId('invoice', draft.id) ?? '' };
  },
  'a paid invoice of a seller that mails invoices': async ({ accountId = '', invoiceId = '' }) => {
    const { shop, draft } = await paidByMail();
    return { [accountId]: shop.id, [invoiceId]: parsePublicId('invoice', draft.id) ?? '' };
  },
  'a credit note of a seller that mails invoices': async ({
    accountId = '',
    creditNoteId = '',
  }) => {
    const { shop, draft } = await paidByMail();
    const { body: note } = await shop.post('/v1/credit_notes', { invoice_id: draft.id });
    return { [accountId]: shop.id, [creditNoteId]: parsePublicId('creditNote', note.id) ?? '' };
  },
  'a closed gate': async ({ accountId = '' }) => {
    await billing().gates.closeGate({ accountId }, { requestId: 'test', timeoutMs: 60_000 });
  },
};

it.each(samplesFor('billing'))(
  'answers $consumer of $release: $rpc given $given',
  async (sample) => {
    const { grpcPort } = billing();
    const { wanted, got } = await replaySample(sample, states, { name: 'billing', grpcPort });
    expect(got).toMatchObject(wanted);
  },
);
