import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { CARDS, pay } from '../contract/pay.ts';
import { ADMIN, must } from '../contract/people.ts';
import { visitConsole } from './console-visit.ts';
import { openCustomer } from './customer-pages.ts';
import { DESKTOP, PHONE } from './open-browser.ts';

const looks = {
  light: { colorScheme: 'light', viewport: DESKTOP, locale: 'en' },
  dark: { colorScheme: 'dark', viewport: DESKTOP, locale: 'de' },
  phone: { colorScheme: 'light', viewport: PHONE, locale: 'fr' },
} as const;

/** Draws screens of the console, in the light, in the dark and on a phone. */
export async function drawConsole(browser: Browser, folder: string): Promise<void> {
  const { shop } = await openCustomer('en');
  for (const [name, card] of [
    ['Grace Hopper', CARDS.good],
    ['Alan Turing', CARDS.declined],
    ['Katherine Johnson', undefined],
  ] as const) {
    const { payment_url: url } = await must(() =>
      shop.call('POST', '/v1/payments', {
        body: {
          ...{ account_id: shop.accountId, amount: 12_900, currency: 'EUR' },
          customer_email: `${name.toLowerCase().replace(' ', '.')}@example.com`,
          reference: `Order for ${name}`,
        },
      }),
    );
    if (card) await pay(url, card);
  }
  const first = async (path: string) => (await must(() => shop.call('GET', path))).data[0].id;
  await must(() =>
    shop.call('POST', '/v1/transactions', {
      body: { account_id: shop.accountId, amount: 4_200, currency: 'EUR', type: 'payment' },
    }),
  );
  await must(() =>
    shop.call('PATCH', '/v1/seller_profile', {
      body: { legal_name: 'Blumenhaus Ada GmbH', color: '#7a1f5c', footer: 'Danke!' },
    }),
  );
  for (const name of ['Shop', 'Bookkeeping'])
    await must(() => shop.call('POST', '/v1/api_keys', { body: { name } }));
  const [invoice, customer, subscription, payment, transaction] = [
    await first('/v1/invoices?status=open'),
    await first('/v1/customers'),
    await first('/v1/subscriptions'),
    await first('/v1/payments?status=succeeded'),
    await first('/v1/transactions?type=payment'),
  ];
  const { id: clock } = await must(() =>
    shop.call('POST', '/v1/test_clocks', { body: { frozen_time: '2026-01-31T09:00:00.000Z' } }),
  );
  const plan = await must(() => shop.call('GET', `/v1/subscriptions/${subscription}`));
  await must(() =>
    shop.call('POST', '/v1/subscriptions', {
      body: { customer_id: customer, plan: plan.plan, test_clock_id: clock },
    }),
  );
  for (const frozen_time of ['2026-02-28T09:00:00.000Z', '2026-03-31T09:00:00.000Z'])
    await must(() =>
      shop.call('POST', `/v1/test_clocks/${clock}/advance`, { body: { frozen_time } }),
    );
  const screens = {
    home: '/console',
    payments: '/console/payments',
    payment: `/console/payments/${payment}`,
    customer: `/console/customers/${customer}`,
    subscription: `/console/subscriptions/${subscription}`,
    invoice: `/console/invoices/${invoice}`,
    transaction: `/console/transactions/${transaction}`,
    events: '/console/events',
    requests: '/console/requests',
    settings: '/console/settings',
    examiner: '/console/examiner',
    keys: '/console/api_keys',
    audit: '/console/audit_log',
    clock: `/console/test_clocks/${clock}`,
  };
  for (const [look, options] of Object.entries(looks)) {
    const { page } = await visitConsole(browser, shop, '/console', options);
    const draw = (name: string) =>
      page.screenshot({ path: join(folder, `console-${name}-${look}.png`) });
    for (const [name, path] of Object.entries(screens)) {
      await page.goto(new URL(path, page.url()).href);
      await page.waitForSelector('main h1');
      await page.waitForSelector('.stream.live');
      await page.waitForTimeout(600);
      await draw(name);
    }
    await page.keyboard.press('Control+k');
    await page.keyboard.type('grace');
    await page.waitForSelector('[role=option]');
    await draw('search');
    await page.keyboard.press('Escape');
    await page.goto(new URL(screens.payment, page.url()).href);
    await page.locator('.head button.danger').first().click();
    await draw('refund');
    await page.context().close();
    const { page: system } = await visitConsole(browser, ADMIN, '/console/system', options);
    await system.locator('.cards .state').nth(7).waitFor();
    await system.screenshot({ path: join(folder, `console-system-${look}.png`) });
    await system.context().close();
  }
}
