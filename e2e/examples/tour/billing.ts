import { eventually } from '@florin/testing';
import { call } from '../../api.ts';
import { CARDS, pay } from '../../contract/pay.ts';
import type { Ask, Shop } from './ask.ts';
import { offerDiscounts, sellInTiers } from './catalogue.ts';

const METHODS = '/v1/payment_methods';
const SUBSCRIPTION = '/v1/subscriptions/{subscription_id}';

export async function sellPlans(ask: Ask, shop: Shop): Promise<void> {
  const { token } = shop;
  const plan = { id: 'gold', name: 'Gold', amount: 1_500, currency: 'EUR', interval: 'month' };
  await ask('POST /v1/plans', { token, body: plan });
  await ask('GET /v1/plans/{plan_id}', { token, id: 'gold' });
  await ask('GET /v1/plans', { token, query: 'limit=2' });
  await ask('PATCH /v1/plans/{plan_id}', { token, id: 'gold', body: { name: 'Gold' } });
  await ask('POST /v1/plans/{plan_id}/archive', { token, id: 'gold', body: {} });
  await ask('POST /v1/plans/{plan_id}/unarchive', { token, id: 'gold', body: {} });
  await sellInTiers(ask, shop);
  await offerDiscounts(ask, shop);
  const customer = await ask('POST /v1/customers', {
    token,
    body: { external_id: 'customer-7', email: 'grace@example.com', name: 'Grace Hopper' },
  });
  const one = { token, id: customer.id };
  await ask('GET /v1/customers/{customer_id}', one);
  const metadata = { since: '2025' };
  const tax_ids = [{ value: 'DE136695976' }];
  await ask('PATCH /v1/customers/{customer_id}', { ...one, body: { metadata, tax_ids } });
  await ask('POST /v1/customers/{customer_id}/verify_tax_id', {
    ...one,
    body: { value: 'DE136695976', reason: 'Checked at the tax office by phone' },
  });
  await ask('GET /v1/customers', { token, query: 'limit=2' });
  const trial = await ask('POST /v1/subscriptions', {
    token,
    body: { customer_id: customer.id, plan: 'gold', quantity: 2, trial_period_days: 14 },
  });
  await changeItsMind(ask, shop, trial.id);
  await chargeAgain(ask, shop, customer);
  await liveByClock(ask, shop);
  await sellOnce(ask, shop, customer);
  await ask('GET /v1/billing_settings', { token });
  await ask('PATCH /v1/billing_settings', {
    token,
    body: {
      unknown_customers: 'refuse',
      cancel_address: 'https://shop.example/cancel',
      dunning_days: [1, 3, 7, 14],
    },
  });
  await leave(ask, token);
}

/** A customer is archived, and their personal data is erased. */
async function leave(ask: Ask, token: string): Promise<void> {
  const body = { external_id: 'customer-11', email: 'hedy@example.com', name: 'Hedy Lamarr' };
  const { id } = (await call('POST', '/v1/customers', { token, body })).body;
  const one = { token, id };
  await ask('GET /v1/customers/{customer_id}/data', { ...one, query: 'kind=subscriptions' });
  await ask('POST /v1/customers/{customer_id}/archive', one);
  await ask('POST /v1/customers/{customer_id}/unarchive', one);
  await ask('POST /v1/customers/{customer_id}/anonymize', one);
}

async function changeItsMind(ask: Ask, { token }: Shop, id: string): Promise<void> {
  const one = { token, id };
  await ask(`GET ${SUBSCRIPTION}`, one);
  const resumes_at = new Date(Date.now() + 86_400_000 * 30).toISOString();
  await ask(`POST ${SUBSCRIPTION}/pause`, { ...one, body: { resumes_at } });
  await ask(`POST ${SUBSCRIPTION}/resume`, { ...one, body: {} });
  await ask(`POST ${SUBSCRIPTION}/cancel`, { ...one, body: { at_period_end: true } });
  await ask(`POST ${SUBSCRIPTION}/uncancel`, { ...one, body: {} });
  await ask(`PATCH ${SUBSCRIPTION}`, { ...one, body: { metadata: { order: '2041' } } });
}

/** A payment on a page saves the card for later charges. */
async function chargeAgain(
  ask: Ask,
  { token, accountId }: Shop,
  customer: { readonly id: string },
): Promise<void> {
  const post = async (path: string, body: object) =>
    (await call('POST', path, { token, body })).body;
  const customer_id = 'customer-10';
  const made = await post('/v1/subscriptions', { customer_id, plan: 'gold' });
  const { latest_invoice_id } = made;
  const invoice = await call('GET', `/v1/invoices/${latest_invoice_id}`, { token });
  await pay(invoice.body.payment_url, CARDS.good);
  const id = await eventually(async () => {
    const { body } = await call('GET', METHODS, { token });
    if (!body.data[0]) throw new Error('no card is saved yet');
    return body.data[0].id;
  });
  await ask('POST /v1/invoices/{invoice_id}/refund', {
    token,
    id: latest_invoice_id,
    body: { amount: 500, reason: 'began five days late' },
  });
  const page = await ask(`POST ${METHODS}`, {
    token,
    body: {
      account_id: accountId,
      customer_id: customer.id,
      customer_email: 'grace@example.com',
      return_url: 'https://shop.example/thanks?customer=7',
      processor: 'test',
    },
  });
  const link = new URL(page.url).pathname.split('/').at(-1) ?? '';
  await ask('POST /pay/test_cards/{token}', {
    id: link,
    body: new URLSearchParams({ card_number: CARDS.good, expiry: '12/40' }),
  });
  await ask(`GET ${METHODS}`, { token, query: 'limit=2' });
  const one = { token, id };
  await ask(`GET ${METHODS}/{payment_method_id}`, one);
  await ask(`POST ${METHODS}/{payment_method_id}/default`, one);
  await ask(`POST ${METHODS}/{payment_method_id}/allow`, one);
  await ask(`POST ${SUBSCRIPTION}/payment_method`, {
    token,
    id: made.id,
    body: { payment_method_id: id },
  });
  await ask(`DELETE ${METHODS}/{payment_method_id}`, one);
}

/** One-off sales: with a profile, a tax rate of the shop, and drafts. */
async function sellOnce(
  ask: Ask,
  { token }: Shop,
  customer: { readonly id: string },
): Promise<void> {
  const address = { line1: 'Marktplatz 1', postal_code: '10178', city: 'Berlin', country: 'DE' };
  await ask('PATCH /v1/seller_profile', {
    token,
    body: {
      legal_name: 'Blumenhaus Ada GmbH',
      address,
      tax_ids: [{ type: 'vat', value: 'DE136695976' }],
      charges_tax: true,
      invoice_number_format: 'INV-{year}-{number:5}',
    },
  });
  await ask('GET /v1/seller_profile', { token });
  const words = { language: 'de', subject: 'Ihre Blumen: Rechnung {invoice}' };
  await ask('PATCH /v1/mail_templates/{kind}', { token, id: 'invoice', body: words });
  await ask('POST /v1/mail_templates/{kind}/preview', { token, id: 'invoice', body: words });
  await ask('GET /v1/mail_templates', { token, query: 'kind=invoice&language=de' });
  const query = 'q=grace%20hopper';
  await eventually(async () => {
    const { body } = await call('GET', `/v1/search?${query}`, { token });
    if (!body.data[0]) throw new Error('no match is found yet');
  });
  await ask('GET /v1/search', { token, query });
  const rate = await ask('POST /v1/tax_rates', {
    token,
    body: { name: 'Sales tax', percentage: '8.875', country: 'US', region: 'NY' },
  });
  await ask('GET /v1/tax_rates/{tax_rate_id}', { token, id: rate.id });
  await ask('PATCH /v1/tax_rates/{tax_rate_id}', {
    token,
    id: rate.id,
    body: { valid_until: '2027-12-31' },
  });
  await ask('GET /v1/tax_rates', { token, query: 'limit=2' });
  const draft = {
    customer_id: customer.id,
    lines: [{ description: 'Wedding flowers', quantity: 3, unit_amount: 12_000 }],
    memo: 'With our best wishes',
  };
  const write = () => call('POST', '/v1/invoices', { token, body: draft });
  const { id } = await ask('POST /v1/invoices', { token, body: draft });
  const one = { token, id };
  await ask('PATCH /v1/invoices/{invoice_id}', { ...one, body: { due_days: 30 } });
  await ask('POST /v1/invoices/{invoice_id}/finalize', { ...one, body: {} });
  await ask('POST /v1/invoices/{invoice_id}/public_link', { ...one, body: {} });
  await ask('DELETE /v1/invoices/{invoice_id}/public_link', one);
  const portal = await ask('POST /v1/portal_sessions', {
    token,
    body: { customer_id: customer.id, expires_in_hours: 72 },
  });
  await ask('DELETE /v1/portal_sessions/{portal_session_id}', { token, id: portal.id });
  const file = await ask('POST /v1/exports', {
    token,
    body: { type: 'tax_report', format: 'jsonl', from: '2020-01-01', to: '2020-12-31' },
  });
  await eventually(async () => {
    const { body: made } = await call('GET', `/v1/exports/${file.id}`, { token });
    if (made.status !== 'succeeded') throw new Error('the export is not written yet');
  });
  await ask('GET /v1/exports/{export_id}', { token, id: file.id });
  await ask('GET /v1/exports', { token, query: 'limit=2' });
  await ask('GET /v1/close/{month}', { token, id: '2020-01' });
  await ask('POST /v1/periods/{month}/close', { token, id: '2020-01', body: {} });
  const reason = 'A supplier corrected an invoice';
  await ask('POST /v1/periods/{month}/reopen', { token, id: '2020-01', body: { reason } });
  await ask('GET /v1/periods/{month}', { token, id: '2020-01' });
  await ask('POST /v1/invoices/{invoice_id}/send', { ...one, body: {} });
  await ask('POST /v1/invoices/{invoice_id}/mark_paid', {
    ...one,
    body: { amount: 1_000, reference: 'Receipt 12' },
  });
  await ask('POST /v1/invoices/{invoice_id}/mark_paid', {
    ...one,
    body: { reference: 'Receipt 13' },
  });
  const note = await ask('POST /v1/credit_notes', {
    token,
    body: { invoice_id: id, amount: 2_000, credit_to: 'outside', reason: 'returned' },
  });
  await ask('GET /v1/credit_notes/{credit_note_id}', { token, id: note.id });
  await ask('GET /v1/credit_notes', { token, query: 'limit=2' });
  const given = (await write()).body.id;
  await call('POST', `/v1/invoices/${given}/finalize`, { token, body: {} });
  await ask('POST /v1/invoices/{invoice_id}/write_off', { token, id: given, body: {} });
  await ask('DELETE /v1/invoices/{invoice_id}', { token, id: (await write()).body.id });
}

/** Uses a test clock, so that the days of the example are always the same. */
async function liveByClock(ask: Ask, { token }: Shop): Promise<void> {
  const clock = await ask('POST /v1/test_clocks', {
    token,
    body: { frozen_time: '2026-01-01T00:00:00Z' },
  });
  const subscription = await ask('POST /v1/subscriptions', {
    token,
    body: { customer_id: 'customer-8', plan: 'gold', test_clock_id: clock.id },
  });
  const advance = (frozen_time: string) =>
    ask('POST /v1/test_clocks/{test_clock_id}/advance', {
      token,
      id: clock.id,
      body: { frozen_time },
    });
  await advance('2026-01-02T00:00:00Z');
  const request = { plan: 'gold', quantity: 3 };
  const quote = await ask('POST /v1/subscriptions/preview', {
    token,
    body: { subscription_id: subscription.id, ...request },
  });
  await ask(`POST ${SUBSCRIPTION}/update`, {
    token,
    id: subscription.id,
    body: { ...request, quote_id: quote.quote_id },
  });
  await ask('GET /v1/subscriptions', { token, query: 'limit=1' });
  await ask('GET /v1/test_clocks/{test_clock_id}', { token, id: clock.id });
  await ask('GET /v1/test_clocks', { token });
  await readInvoices(ask, token, subscription.latest_invoice_id);
  await earnCredit(ask, token, clock.id);
}

async function readInvoices(ask: Ask, token: string, id: string): Promise<void> {
  await ask('GET /v1/invoices/{invoice_id}', { token, id });
  await ask('GET /v1/explain/{explained_id}', { token, id });
  await ask('GET /v1/invoices', { token, query: 'limit=1' });
  await ask('POST /v1/invoices/{invoice_id}/payment_link', { token, id, body: {} });
  await ask('POST /v1/invoices/{invoice_id}/void', {
    token,
    id,
    body: { subscription_action: 'cancel' },
  });
}

/** A customer who moves from an expensive plan to a cheap one keeps the difference as credit. */
async function earnCredit(ask: Ask, token: string, test_clock_id: string): Promise<void> {
  const { id, customer_id, latest_invoice_id } = await ask('POST /v1/subscriptions', {
    token,
    body: { customer_id: 'customer-9', plan: 'pro', quantity: 100, test_clock_id },
  });
  const paid = { token, id: latest_invoice_id, body: { reference: 'transfer' } };
  await ask('POST /v1/invoices/{invoice_id}/mark_paid', paid);
  const body = { plan: 'basic_yearly', quantity: 1, effective: 'now' };
  await ask(`POST ${SUBSCRIPTION}/update`, { token, id, body });
  const { data } = await ask('GET /v1/customers', { token, query: `external_id=${customer_id}` });
  await ask('POST /v1/customers/{customer_id}/credits', {
    ...{ token, id: data[0].id },
    body: { amount: 1_500, reason: 'Sorry for the outage' },
  });
  await ask('GET /v1/customers/{customer_id}/credits', { token, id: data[0].id });
}
