import { grpcServices } from '@florin/contracts/protos';
import { makeClient, type PromiseClient } from '@florin/grpc';
import { fetchService, peerAt } from '@florin/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useBilling } from './use-billing.ts';

const { billing, openShop } = useBilling();

let client: PromiseClient<(typeof grpcServices)['billing']['service']> & { close(): void };
beforeAll(() => {
  client = makeClient(grpcServices.billing, peerAt('mail', 'billing', billing().grpcPort));
});
afterAll(() => client.close());

const consumer = { address: { country: 'DE' } };
const business = { ...consumer, tax_ids: [{ value: 'DE136695976' }] };
const abroad = { address: { country: 'AT' }, tax_ids: [{ value: 'ATU13585627' }] };

/** The price of a plan of 100.00 in mails and the portal. */
async function shown(buyer: object, tax_behavior: 'exclusive' | 'inclusive') {
  const shop = await openShop({ currency: 'EUR', timezone: 'Europe/Berlin' });
  const profile = { legal_name: 'Ada', address: { country: 'DE' }, charges_tax: true };
  await shop.patch('/v1/seller_profile', profile);
  const plan = { id: 'roses', name: 'Roses', amount: 10_000, currency: 'EUR', interval: 'month' };
  await shop.post('/v1/plans', { ...plan, tax_behavior });
  await shop.post('/v1/plans', { ...plan, id: 'lilies', name: 'Lilies', tax_behavior });
  await shop.patch('/v1/billing_settings', { portal: { plans: ['roses', 'lilies'] } });
  const fields = { email: 'grace@example.com', language: 'en', ...buyer };
  const { body: customer } = await shop.post('/v1/customers', fields);
  expect(customer.error).toBeUndefined();
  const trial = { customer_id: customer.id, plan: 'roses', trial_period_days: 7 };
  const { body: subscription } = await shop.post('/v1/subscriptions', trial);
  expect(subscription.status).toBe('trialing');
  const { body: session } = await shop.post('/v1/portal_sessions', { customer_id: customer.id });
  const open = async (path: string) => {
    const home = new URL(session.url).pathname;
    const page = await fetchService('billing', billing().httpPort, 'GET', home + path);
    return page.text();
  };
  const asked = { accountId: shop.id, customer: customer.id, plan: 'roses', price: '10000' };
  const mailed = await client.describeCustomer(asked, { requestId: 'req_1', timeoutMs: 60_000 });
  const plans = await open(`/subscriptions/${subscription.id}`);
  return {
    mail: [mailed.shownPrice, mailed.isPlusTax],
    pages: [
      await open(''),
      plans.slice(0, plans.indexOf('<fieldset')),
      plans.slice(plans.indexOf('<fieldset')),
      await open(`/subscriptions/${subscription.id}?plan=lilies`),
    ],
  };
}

describe.each([
  ['a consumer', 'exclusive', consumer, '€119.00 every month', ['11900', false]],
  ['a consumer', 'inclusive', consumer, '€100.00 every month', ['10000', false]],
  ['a business at home', 'exclusive', business, '€100.00 plus VAT every month', ['10000', true]],
  ['a business at home', 'inclusive', business, '€100.00 every month', ['10000', false]],
  ['a business that owes the tax', 'exclusive', abroad, '€100.00 every month', ['10000', false]],
] as const)('%s with an %s price', (_who, behavior, buyer, price, mail) => {
  it('is shown as the amount to be charged, in mails and on each page', async () => {
    const { mail: mailed, pages } = await shown(buyer, behavior);
    expect(mailed).toEqual(mail);
    for (const page of pages) expect(page).toContain(price);
  });
});
