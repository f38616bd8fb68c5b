import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { baseUrl } from '../api.ts';
import { CARDS } from '../contract/pay.ts';
import { describeInBrowser } from './describe-in-browser.ts';
import { findBarriers } from './find-barriers.ts';
import { openTab } from './open-browser.ts';
import { openShop, type Shop, states, typeCard } from './shop.ts';

/** Size of the page with everything that it loads, headers included. */
const WEIGHT_BYTES_MAX = 50_000;

describeInBrowser('the payment page in a browser', (browser) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop('Blumenhaus Ada');
  });

  const here = (url: string) => new URL(new URL(url, baseUrl()).pathname, baseUrl()).href;
  async function visit(url: string, options = {}) {
    const tab = await openTab(browser(), options);
    await tab.page.goto(here(url));
    return tab;
  }
  const headingOf = (page: Page) => page.locator('h1').textContent();

  it('pays, loads nothing from other servers, and sends no referrer', async () => {
    const { url } = await shop.request();
    const { page, asked } = await visit(url);
    const errors: string[] = [];
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    await typeCard(page, CARDS.good);
    await page.locator('button[type=submit]').first().click();
    await page.locator('.receipt').waitFor();
    expect(await headingOf(page)).toBe('Paid. Thank you!');
    expect(await page.locator('.receipt').textContent()).toContain('Visa ending in 4242');
    expect(await page.getByRole('link').getAttribute('href')).toBe(
      'https://shop.example/thanks?order=2041',
    );
    expect(new Set(asked.map((address) => new URL(address).origin))).toEqual(
      new Set([new URL(baseUrl()).origin]),
    );
    expect(await page.evaluate('document.referrer')).toBe('');
    expect(errors).toEqual([]);
  });

  it('weighs little', async () => {
    const { page } = await visit((await shop.request()).url);
    const sizes = 'performance.getEntries().map(({ transferSize }) => transferSize ?? 0)';
    const bytes = await page.evaluate<number[]>(sizes);
    expect(bytes.filter((size) => size > 0)).toHaveLength(3);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(WEIGHT_BYTES_MAX);
  });

  it('states why a card was declined, and accepts another one', async () => {
    const { page } = await visit((await shop.request()).url);
    await typeCard(page, CARDS.declined);
    await page.locator('button[type=submit]').first().click();
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.textContent()).toContain('You can try 4 more times.');
    expect(await page.evaluate('document.activeElement.role')).toBe('alert');
    expect(await page.title()).toBe('The card was declined. Pay €129.00');
    await typeCard(page, CARDS.good);
    await page.locator('button[type=submit]').first().click();
    await page.locator('.receipt').waitFor();
  });

  it('requests no consent once the subscription has ended', async () => {
    const { page } = await visit(await states.ended());
    expect(await page.locator('main').textContent()).toContain('This subscription has ended.');
    await typeCard(page, CARDS.good);
    await page.locator('button[type=submit]').first().click();
    await page.locator('.receipt').waitFor();
    expect(await page.locator('.receipt').textContent()).not.toMatch(/You allow|saved/);
  });

  it('is paid once with two tabs, or two presses', async () => {
    const { url } = await shop.request();
    const tabs = [await visit(url), await visit(url)];
    for (const { page } of tabs) await typeCard(page, CARDS.good);
    await Promise.all(
      tabs.map(({ page }) => page.locator('button[type=submit]').first().dblclick()),
    );
    for (const { page } of tabs) await page.locator('.receipt').waitFor();
  });

  it('shows the result of a slow payment without a reload', async () => {
    const { page } = await visit(await states.paying(shop));
    expect(await headingOf(page)).toBe('Your payment is being processed');
    await page.locator('.receipt').waitFor({ timeout: 30_000 });
  });

  it('needs no JavaScript', async () => {
    const { page } = await visit((await shop.request()).url, { javaScriptEnabled: false });
    await typeCard(page, CARDS.good, { expiry: '12/20' });
    await page.locator('button[type=submit]').first().click();
    await page.getByText('You have not paid yet').waitFor();
    expect(await page.locator('#name').inputValue()).toBe('Ada Lovelace');
    await typeCard(page, CARDS.good);
    await page.locator('button[type=submit]').first().click();
    await page.locator('.receipt').waitFor();
    expect(await page.getByRole('button').count()).toBe(0);
  });

  it('can be paid with the keyboard alone', async () => {
    const { page } = await visit((await shop.request()).url);
    for (const text of [CARDS.good, '1240', '123', 'Ada']) {
      await page.keyboard.press('Tab');
      await page.keyboard.type(text);
    }
    expect(await page.locator('#card_number').inputValue()).toBe('4242 4242 4242 4242');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Pay €129.00');
    await page.keyboard.press('Enter');
    await page.locator('.receipt').waitFor();
  });

  it.each([
    ['a name of 200 letters', 'Ä'.repeat(200), 'Order 2041'],
    ['text from right to left', 'متجر الزهور', 'طلب ٢٠٤١'],
    ['markup', '<h2 style="font-size:9em">x</h2>', '"><img src=x onerror=alert(1)>'],
  ])('fits on a phone for %s', async (_what, name, reference) => {
    const { page } = await visit((await (await openShop(name)).request({ reference })).url);
    expect(await page.locator('.payee').textContent()).toBe(name);
    const root = 'document.documentElement';
    expect(await page.evaluate(`${root}.scrollWidth - ${root}.clientWidth`)).toBe(0);
  });

  it('speaks German', async () => {
    const german = await openShop('Blumenhaus Ada', { language: 'de' });
    const { page } = await visit((await german.request({ amount: 123_456 })).url);
    expect(await headingOf(page)).toBe('1.234,56\u00a0€ bezahlen');
    await typeCard(page, CARDS.good);
    await page.locator('button[type=submit]').first().click();
    await page.locator('.receipt').waitFor();
    expect(await headingOf(page)).toBe('Bezahlt. Vielen Dank!');
  });

  it("uses the browser's language for customers who have chosen none", async () => {
    const undecided = await openShop('Blumenhaus Ada', { language: null });
    const { page } = await visit((await undecided.request()).url, { locale: 'fr-FR' });
    expect(await headingOf(page)).toBe('Payer 129,00\u00a0€');
    expect(await page.evaluate('document.documentElement.lang')).toBe('fr-FR');
  });

  it.each(Object.keys(states) as (keyof typeof states)[])(
    'conforms to WCAG 2.2 AA as far as axe can tell: %s',
    async (state) => {
      const { page } = await visit(await states[state](shop));
      // Offline, so that the page keeps its state while it is checked.
      await page.context().setOffline(true);
      expect(await findBarriers(page)).toEqual([]);
    },
  );
});
