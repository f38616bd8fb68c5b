import { rotatingShare } from '@florin/testing';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { baseUrl } from '../api.ts';
import { must, newOwner } from '../contract/people.ts';
import { visitConsole } from './console-visit.ts';
import { describeInBrowser } from './describe-in-browser.ts';
import { findBarriers } from './find-barriers.ts';
import { DESKTOP, openTab } from './open-browser.ts';
import { emulateSlowPhone } from './slow-phone.ts';

/** The narrowest width that WCAG 2.2 requires (1.4.10, reflow). */
const NARROW = { width: 320, height: 640 };
const CRAWLED_MS = 300_000;
/**
 * A commit checks one in 24 pages of `api`, and so on: one template generates all pages of a kind.
 */
const SHARES: Readonly<Record<string, number>> = { api: 24, errors: 24, guides: 12, schemas: 120 };
/** Long enough for one story under load. */
const TOLD_MS = 180_000;
/** One page of each kind. Each commit checks these. */
const KINDS = [
  '/docs',
  '/docs/guides/webhooks',
  '/docs/api/payments',
  '/docs/events',
  '/docs/errors/conflict',
  '/docs/search?q=webhook+signature',
];

const at = (path: string) => `${baseUrl()}${path}`;

/** The pages of the reference that this commit checks. */
async function choosePages(): Promise<readonly string[]> {
  const overview = await (await fetch(at('/llms.txt'))).text();
  const found = overview.matchAll(/\]\((?:https?:\/\/[^/)]+)?(\/docs[^)]*)\.md\)/g);
  const paths = ['/docs', ...[...found].map(([, path = '']) => path)];
  const byKind = Map.groupBy(paths, (path) => path.split('/')[2] ?? '');
  expect([...byKind.keys()]).toEqual(expect.arrayContaining(Object.keys(SHARES)));
  const chosen = [...byKind].flatMap(([kind, pages]) => rotatingShare(pages, SHARES[kind] ?? 1));
  return [...new Set([...KINDS, ...chosen])];
}

const widthBeyond = (page: Page) =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

describeInBrowser('the reference in a browser', (browser) => {
  it(
    'has no barriers and fits any screen, page by page',
    async () => {
      const pages = await choosePages();
      expect(pages.length).toBeGreaterThan(KINDS.length);
      const { page } = await openTab(browser(), { viewport: NARROW });
      for (const path of pages) {
        await page.goto(at(path));
        expect(await widthBeyond(page), path).toBe(0);
        expect(await findBarriers(page, 'structure'), path).toEqual([]);
      }
    },
    CRAWLED_MS,
  );

  it.each([{ viewport: NARROW, colorScheme: 'dark' }, { viewport: DESKTOP }] as const)(
    'has no barriers in other color schemes and sizes: %j',
    async (options) => {
      const { page } = await openTab(browser(), options);
      for (const path of KINDS) {
        await page.goto(at(path));
        expect(await findBarriers(page), path).toEqual([]);
      }
    },
    CRAWLED_MS,
  );

  it(
    'is read, searched and switched to another language without JavaScript',
    async () => {
      const { page, asked } = await openTab(browser(), {
        viewport: DESKTOP,
        javaScriptEnabled: false,
      });
      await page.goto(at('/docs/api/createPayment'));
      expect(page.url()).toBe(at('/docs/api/payments#createPayment'));
      const operation = page.locator('section').filter({ has: page.locator('#createPayment') });
      expect(await operation.getByText('"Order 2041"').first().isVisible()).toBe(true);
      await operation.getByText('TypeScript', { exact: true }).click();
      expect(await operation.getByText("await florin.post('/v1/payments'").isVisible()).toBe(true);
      expect(await operation.getByText('Try it').isVisible()).toBe(false);
      await page.getByLabel('Search the documentation').fill('closed account');
      await page.keyboard.press('Enter');
      await page.getByRole('link', { name: 'account.closed' }).click();
      expect(page.url()).toBe(at('/docs/events#account.closed'));
      const origins = new Set(asked.map((address) => new URL(address).origin));
      expect([...origins]).toEqual([new URL(baseUrl()).origin]);
    },
    TOLD_MS,
  );

  it(
    'searches while the reader types, with the keyboard alone',
    async () => {
      const { page } = await openTab(browser(), { viewport: DESKTOP });
      await page.goto(at('/docs'));
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content');
      await page.keyboard.press('Control+k');
      await page.keyboard.type('webhook signature');
      await page.getByRole('option').first().waitFor();
      const options = await page.getByRole('option').allTextContents();
      for (const kind of ['Guide: Webhooks', 'API: Webhooks'])
        expect(
          options.some((text) => text.includes(kind)),
          kind,
        ).toBe(true);
      expect(await findBarriers(page)).toEqual([]);
      await page.keyboard.press('ArrowDown');
      expect(await page.getByRole('option', { selected: true }).count()).toBe(1);
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/docs\/.*#/);
    },
    TOLD_MS,
  );

  it(
    'sends a request as the logged-in user, with their ids',
    async () => {
      const shop = await newOwner({ name: 'Blumenhaus Ada' });
      const asked = await must(() =>
        shop.call('POST', '/v1/payments', {
          body: {
            account_id: shop.accountId,
            amount: 700,
            currency: 'USD',
            customer_email: 'grace@example.com',
          },
        }),
      );
      const { page } = await visitConsole(browser(), shop, '/docs/api/payments');
      const errors: string[] = [];
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
      const operation = page.locator('section').filter({ has: page.locator('#getPayment') });
      await operation.getByText('Try it').click();
      await operation.getByText('As Blumenhaus Ada, a test account.').waitFor();
      await expect.poll(() => operation.getByLabel('payment_id').inputValue()).toBe(asked.id);
      await operation.getByRole('button', { name: 'Send' }).click();
      await operation.getByText(/^Status 200, after \d+ ms$/).waitFor();
      await operation.getByText(/Request-Id: req_/).waitFor();
      expect(await findBarriers(page)).toEqual([]);
      await page.goto(at('/docs/api/createTransaction'));
      const making = page.locator('section').filter({ has: page.locator('#createTransaction') });
      await making.getByText('Try it').click();
      await expect.poll(() => making.getByLabel('Body').inputValue()).toContain(shop.accountId);
      await making.getByRole('button', { name: 'Send' }).click();
      await making.getByText(/^Status 201, after/).waitFor();
      expect(errors).toEqual([]);
    },
    TOLD_MS,
  );

  it(
    'links to the login and back, and accepts a token without storing it',
    async () => {
      const { accountId, token } = await newOwner();
      const { page } = await openTab(browser(), { viewport: DESKTOP });
      await page.goto(at('/docs/api/getAccount'));
      const operation = page.locator('section').filter({ has: page.locator('#getAccount') });
      await operation.getByText('Try it').click();
      const login = operation.getByRole('link', { name: 'log in' });
      await login.waitFor();
      expect(await login.getAttribute('href')).toBe(
        `/auth/login?return_to=${encodeURIComponent('/docs/api/accounts#getAccount')}`,
      );
      await operation.getByLabel(/^API key or access token/).fill(token);
      await operation.getByRole('button', { name: 'Send' }).click();
      await operation.getByText(`"${accountId}"`).first().waitFor();
      expect(
        await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })'),
      ).not.toContain(token);
    },
    TOLD_MS,
  );

  it(
    'loads fast over a slow network, on a slow phone',
    async () => {
      for (const path of ['/docs', '/docs/api/payments', '/docs/api/subscriptions']) {
        const { page } = await openTab(browser());
        page.setDefaultTimeout(TOLD_MS / 3);
        await emulateSlowPhone(page);
        const from = performance.now();
        await page.goto(at(path));
        const usableMs = performance.now() - from;
        // All content may be loaded before the first paint.
        const painted = await page.waitForFunction(
          "performance.getEntriesByName('first-contentful-paint')[0]?.startTime",
        );
        const paint = Number(await painted.jsonValue());
        process.stderr.write(
          `docs: ${path} over a slow 4G: first paint ${Math.round(paint)} ms, usable ${Math.round(usableMs)} ms\n`,
        );
        expect(paint).toBeGreaterThan(0);
        await page.context().close();
      }
    },
    TOLD_MS,
  );
});

describeInBrowser("the gateway's root address in a browser", (browser) => {
  it('leads to the reference, without barriers', async () => {
    const { page } = await openTab(browser(), { viewport: DESKTOP });
    await page.goto(`${baseUrl()}/`);
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('link', { name: /^API reference/ }).click();
    expect(new URL(page.url()).pathname).toBe('/docs');
  }, 180_000);
});
