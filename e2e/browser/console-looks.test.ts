import { eventually, rotatingShare } from '@florin/testing';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { baseUrl } from '../api.ts';
import { CARDS, pay } from '../contract/pay.ts';
import { must, newOwner, type Owner } from '../contract/people.ts';
import { CHROMIUM_VARIABLE } from './bring-chromium.ts';
import { visitConsole } from './console-visit.ts';
import { PHONE } from './open-browser.ts';
import { compareLook, isChanged, shareChanged } from './pictures.ts';
import { drawSteadily, openSteadyBrowser } from './steady.ts';

const SIGHT = { width: 960, height: 640 };
const looks = {
  light: { colorScheme: 'light', viewport: SIGHT },
  dark: { colorScheme: 'dark', viewport: SIGHT },
  phone: { colorScheme: 'light', viewport: PHONE },
} as const;

/** Typical style sheet mistakes. */
const mistakes = {
  'another colour': ':root { --brand: #8a1538 }',
  'a column that is shifted': 'td, th { padding-left: 1.5rem }',
};

describe.skipIf(!process.env[CHROMIUM_VARIABLE])('the looks of the console', () => {
  let browser: Browser;
  let shop: Owner;
  let screens: Readonly<Record<string, string>>;
  beforeAll(async () => {
    [browser, shop] = await Promise.all([
      openSteadyBrowser(),
      newOwner({ name: 'Blumenhaus Ada', settings: { currency: 'EUR', timezone: 'UTC' } }),
    ]);
    const ask = (amount: number, reference: string) =>
      must(() =>
        shop.call('POST', '/v1/payments', {
          body: {
            ...{ account_id: shop.accountId, amount, currency: 'EUR', reference },
            customer_email: 'grace@example.com',
          },
        }),
      );
    const paid = await ask(12_900, 'Roses');
    await pay(paid.payment_url, CARDS.declined);
    await pay(paid.payment_url, CARDS.good);
    await ask(4_200, 'Tulips');
    const { id: customer } = await must(() =>
      shop.call('POST', '/v1/customers', {
        body: { name: 'Grace Hopper', email: 'grace@example.com', metadata: { tier: 'gold' } },
      }),
    );
    screens = {
      home: '/console',
      payments: '/console/payments',
      payment: `/console/payments/${paid.id}`,
      customer: `/console/customers/${customer}`,
      // Requests of one service: those of several come in any order.
      requests: '/console/requests?path=/v1/payments',
      settings: '/console/settings',
    };
    await eventually(async () => {
      const { data } = await must(() => shop.call('GET', '/v1/reports/money'));
      expect(JSON.stringify(data)).toContain('12900');
    });
  });
  afterAll(() => browser?.close());

  const standAt = async (page: Page, path: string) => {
    await page.goto(baseUrl() + path);
    await page.waitForSelector('main h1');
    await page.waitForSelector('.stream.live');
    await expect.poll(() => page.locator('[aria-busy]').count()).toBe(0);
  };
  const open = async (look: keyof typeof looks) =>
    (await visitConsole(browser, shop, '/console', { ...looks[look], timezoneId: 'UTC' })).page;

  // Screens share their styles: a commit draws half in light colors, a quarter dark and on a phone.
  it.each([
    ['light', 2],
    ['dark', 4],
    ['phone', 4],
  ] as const)('are as recorded, %s', async (look, shares) => {
    const page = await open(look);
    const wrong: (string | undefined)[] = [];
    for (const [name, path] of rotatingShare(Object.entries(screens), shares)) {
      await standAt(page, path);
      wrong.push(await compareLook(`${name}-${look}`, await drawSteadily(page)));
    }
    await page.context().close();
    expect(wrong.filter(Boolean)).toEqual([]);
  });

  it.each(Object.entries(mistakes))(
    'differ from the recorded ones, with %s',
    async (_mistake, style) => {
      const page = await open('light');
      await standAt(page, '/console/payments');
      expect(isChanged(await shareChanged('payments-light', await drawSteadily(page)))).toBe(false);
      await page.evaluate(
        `{ const sheet = new CSSStyleSheet(); sheet.replaceSync(${JSON.stringify(style)});
         document.adoptedStyleSheets = [sheet]; }`,
      );
      expect(isChanged(await shareChanged('payments-light', await drawSteadily(page)))).toBe(true);
      await page.context().close();
    },
  );
});
