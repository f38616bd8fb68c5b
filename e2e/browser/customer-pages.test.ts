import { rotatingShare } from '@florin/testing';
import { beforeAll, expect, it } from 'vitest';
import { must } from '../contract/people.ts';
import { type CustomerPage, customerPages, openCustomer } from './customer-pages.ts';
import { describeInBrowser } from './describe-in-browser.ts';
import { findBarriers } from './find-barriers.ts';
import { openTab } from './open-browser.ts';

/** Size of a page with everything that it loads. */
const WEIGHT_BYTES_MAX = 60_000;
const LANGUAGES = ['en', 'de', 'fr', 'es'] as const;
const [FIRST, ...OTHERS] = LANGUAGES;
/** A commit checks English and one other language: all have the same markup. */
const CHECKED = [FIRST, ...rotatingShare(OTHERS, OTHERS.length)];

describeInBrowser('customer pages in a browser', (browser) => {
  let customers: Readonly<Record<string, Awaited<ReturnType<typeof openCustomer>>>>;
  beforeAll(async () => {
    const opened = await Promise.all(
      LANGUAGES.map(async (language) => [language, await openCustomer(language)] as const),
    );
    customers = Object.fromEntries(opened);
  });
  async function visit(name: CustomerPage, language: string, options = {}) {
    const tab = await openTab(browser(), { locale: language, ...options });
    const url = customers[language]?.pages[name] ?? '';
    const answer = await tab.page.goto(url);
    expect(answer?.status()).toBe(200);
    return tab;
  }

  it.each(customerPages.flatMap((name) => CHECKED.map((language) => [name, language] as const)))(
    'conform to WCAG 2.2 AA as far as axe can tell, in the light and in the dark: %s in %s',
    async (name, language) => {
      const { page } = await visit(name, language);
      expect(await page.evaluate('document.documentElement.lang')).toBe(language);
      // Every language has the colors of the first one.
      expect(await findBarriers(page, language === FIRST ? 'all' : 'structure')).toEqual([]);
      if (language === FIRST) {
        await page.emulateMedia({ colorScheme: 'dark' });
        expect(await findBarriers(page)).toEqual([]);
      }
      await page.context().close();
    },
  );

  it.each(customerPages)('are small, and load nothing from other servers: %s', async (name) => {
    const { page, asked } = await visit(name, 'de');
    const sizes = 'performance.getEntries().map(({ transferSize }) => transferSize ?? 0)';
    const bytes = await page.evaluate<number[]>(sizes);
    const weight = bytes.reduce((sum, size) => sum + size, 0);
    const paint = await page.evaluate<number>(
      "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? -1",
    );
    process.stderr.write(`${name}: ${weight} bytes, first paint after ${Math.round(paint)} ms\n`);
    expect(weight).toBeLessThan(WEIGHT_BYTES_MAX);
    const origins = new Set(
      asked.filter((it) => !it.startsWith('data:')).map((it) => new URL(it).origin),
    );
    expect(origins).toEqual(new Set([new URL(page.url()).origin]));
  });

  it.each(customerPages)('fit into 320 px with letters of twice the size: %s', async (name) => {
    const { page } = await visit(name, 'fr', { viewport: { width: 320, height: 640 } });
    await page.evaluate("document.documentElement.style.fontSize = '200%'");
    const root = 'document.documentElement';
    const wide = `[...document.querySelectorAll('*')].filter((it) => it.getBoundingClientRect().right > 320.5).map((it) => it.tagName + '.' + it.className)`;
    expect(await page.evaluate(wide)).toEqual([]);
    expect(await page.evaluate(`${root}.scrollWidth - ${root}.clientWidth`)).toBe(0);
  });

  it('lead a customer from an invoice to its payment, without JavaScript', async () => {
    const { page } = await visit('invoice', 'de', { javaScriptEnabled: false });
    await page.getByRole('button', { name: /bezahlen/ }).click();
    expect(page.url()).toMatch(/\/pay\/[\w-]{43}$/);
    expect(await page.locator('.lines').textContent()).toContain('Rosen, rot');
    expect(await page.locator('.test').textContent()).toContain('4242 4242 4242 4242');
  });

  it('change and cancel a subscription with the keyboard alone, at the quoted price', async () => {
    const { shop } = await openCustomer('en');
    const [subscription] = (await must(() => shop.call('GET', '/v1/subscriptions'))).data;
    const { url } = await must(() =>
      shop.call('POST', '/v1/portal_sessions', { body: { customer_id: subscription.customer_id } }),
    );
    const { page } = await openTab(browser(), { javaScriptEnabled: false });
    await page.goto(new URL(new URL(url).pathname, customers.en?.pages.portal).href);
    const press = async (name: string) => {
      await page.getByText(name, { exact: true }).first().focus();
      await page.keyboard.press('Enter');
      await page.waitForLoadState();
    };
    expect(await page.getByText('€11.90 every month').count()).toBe(1);
    await press('Change or cancel');
    expect(await page.getByRole('radio').first().locator('..').textContent()).toContain('€29.75');
    await page.getByRole('radio').first().focus();
    await page.keyboard.press('Space');
    await press('Preview price');
    expect(await page.getByText('Due now:').textContent()).toContain('€0.00');
    expect(await page.getByText('you pay €29.75 every month.').count()).toBe(1);
    await press('Change plan');
    await page.getByRole('status').waitFor();
    expect(await page.getByRole('status').textContent()).toBe('Your subscription was changed.');
    await press('Change or cancel');
    await press('Cancel subscription');
    await press('Cancel now');
    expect(await page.getByRole('status').textContent()).toBe('Your subscription was canceled.');
    const read = () => must(() => shop.call('GET', `/v1/subscriptions/${subscription.id}`));
    expect(await read()).toMatchObject({ plan: 'pro_monthly', cancel_at_period_end: true });
  });

  it('show names from right to left', async () => {
    const { pages } = await openCustomer('en', 'عميل للتجارة'.repeat(8));
    for (const url of [pages.invoice, pages.portal]) {
      const { page } = await openTab(browser(), { viewport: { width: 320, height: 640 } });
      await page.goto(url);
      const direction = await page.evaluate(`getComputedStyle(
        [...document.querySelectorAll('[dir=auto]')].find((it) => it.textContent.startsWith('عميل')),
      ).direction`);
      expect(direction).toBe('rtl');
      const root = 'document.documentElement';
      expect(await page.evaluate(`${root}.scrollWidth - ${root}.clientWidth`)).toBe(0);
    }
  });
});
