import type { Page } from 'playwright-core';
import { CARDS, pay } from '../contract/pay.ts';
import { must, newOwner } from '../contract/people.ts';
import { query } from '../database.ts';

const RETURN_URL = 'https://shop.example/thanks';

/** A seller who requests payments. */
export interface Shop {
  /** Requests an amount; returns the address of the page. */
  request(change?: object): Promise<{ readonly id: string; readonly url: string }>;
  cancel(id: string): Promise<void>;
  /** Sells a monthly plan to a new customer; returns the page of the first invoice. */
  subscribe(): Promise<string>;
  /** Sells a daily plan; the subscription has ended and its invoice is open. */
  subscribeForADay(): Promise<string>;
}

export async function openShop(
  name: string,
  { language = 'en', currency = 'EUR' }: { language?: string | null; currency?: string } = {},
): Promise<Shop> {
  const settings = {
    language,
    currency,
    timezone: 'Europe/Zurich',
  };
  const owner = await newOwner({ name, settings, return_urls: [RETURN_URL] });
  return {
    async request(change = {}) {
      const { body, status } = await owner.call('POST', '/v1/payments', {
        body: {
          account_id: owner.accountId,
          amount: 12_900,
          currency,
          customer_email: 'customer@example.com',
          reference: 'Order 2041',
          return_url: `${RETURN_URL}?order=2041`,
          ...change,
        },
      });
      if (status !== 201) throw new Error(`not requested: ${JSON.stringify(body)}`);
      return { id: body.id, url: body.payment_url };
    },
    async cancel(id) {
      await owner.call('POST', `/v1/payments/${id}/cancel`);
    },
    async subscribe() {
      const { body: customer } = await owner.call('POST', '/v1/customers', { body: {} });
      const { body } = await owner.call('POST', '/v1/subscriptions', {
        body: { customer_id: customer.id, plan: 'basic' },
      });
      const invoice = await owner.call('GET', `/v1/invoices/${body.latest_invoice_id}`);
      return invoice.body.payment_url;
    },
    async subscribeForADay() {
      const post = (path: string, body: object) => must(() => owner.call('POST', path, { body }));
      const clock = await post('/v1/test_clocks', { frozen_time: '2026-01-01' });
      const price = { amount: 900, currency, interval: 'day' };
      await post('/v1/plans', { id: 'daily', name: 'Daily', ...price });
      const customer = await post('/v1/customers', {});
      const { id, latest_invoice_id } = await post('/v1/subscriptions', {
        ...{ customer_id: customer.id, plan: 'daily', test_clock_id: clock.id },
      });
      await post(`/v1/subscriptions/${id}/cancel`, { at_period_end: true });
      await post(`/v1/test_clocks/${clock.id}/advance`, { frozen_time: '2026-01-02' });
      const invoice = await must(() => owner.call('GET', `/v1/invoices/${latest_invoice_id}`));
      return invoice.payment_url;
    },
  };
}

/** Every state of a page, and how to reach it. */
export const states = {
  pending: async (shop: Shop) => (await shop.request()).url,
  saving: (shop: Shop) => shop.subscribe(),
  ended: async () => (await openShop('Blumenhaus Ada')).subscribeForADay(),
  declined: async (shop: Shop) => {
    const { url } = await shop.request();
    await pay(url, CARDS.declined);
    return url;
  },
  paying: async (shop: Shop) => {
    const { url } = await shop.request();
    await pay(url, CARDS.unknownAtFirst);
    return url;
  },
  paid: async (shop: Shop) => {
    const { url } = await shop.request();
    await pay(url, CARDS.good);
    return url;
  },
  failed: async (shop: Shop) => {
    const { url } = await shop.request();
    for (let tries = 1; tries <= 5; tries += 1) await pay(url, CARDS.declined);
    return url;
  },
  canceled: async (shop: Shop) => {
    const { id, url } = await shop.request();
    await shop.cancel(id);
    return url;
  },
  expired: async (shop: Shop) => {
    const { url } = await shop.request();
    await query(
      'ledger',
      'update ledger.payment_requests set expires_at = created_at where token = $1',
      [url.split('/').at(-1)],
    );
    return url;
  },
  unknown: async () => `/pay/${'A'.repeat(43)}`,
} as const satisfies Record<string, (shop: Shop) => Promise<string>>;

/** Types a card number with spaces, as its holder does. */
export async function typeCard(page: Page, number: string, change: object = {}): Promise<void> {
  const fields = { expiry: '12/40', cvc: '123', name: 'Ada Lovelace' };
  await page.locator('#card_number').fill(number.replaceAll(/(.{4})(?=.)/g, '$1 '));
  for (const [id, value] of Object.entries({ ...fields, ...change }))
    await page.locator(`#${id}`).fill(value);
}
