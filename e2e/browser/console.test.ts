import { rotatingShare } from '@florin/testing';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { call } from '../api.ts';
import { CARDS, pay } from '../contract/pay.ts';
import { ADMIN, must, newOwner, type Owner } from '../contract/people.ts';
import { visitConsole } from './console-visit.ts';
import { describeInBrowser } from './describe-in-browser.ts';
import { findBarriers } from './find-barriers.ts';
import { PHONE } from './open-browser.ts';

/** Size of the first load, over the network. */
const WEIGHT_BYTES_MAX = 150 * 1024;
/** A hostile name of an account; invisible letters are refused when they are sent. */
const EVIL = `<img src=x onerror=alert(1)>evil<script>alert(2)</script>${'x'.repeat(60)}`;
const screens = [
  ...['', 'payments', 'refunds', 'disputes', 'payouts', 'transactions', 'customers'],
  ...['subscriptions', 'invoices', 'credit_notes', 'plans', 'payment_methods', 'test_clocks'],
  ...['events', 'webhook_endpoints', 'api_keys', 'users', 'invitations', 'sessions', 'audit_log'],
];

describeInBrowser('the console', (browser) => {
  let shop: Owner;
  let paidId: string;
  beforeAll(async () => {
    shop = await newOwner({ name: 'Blumenhaus Ada', settings: { currency: 'EUR' } });
    await must(() => shop.call('POST', '/v1/customers', { body: { name: EVIL } }));
    const asked = await ask('grace@example.com');
    await pay(asked.payment_url, CARDS.good);
    paidId = asked.id;
  });
  const ask = (email: string) =>
    must(() =>
      shop.call('POST', '/v1/payments', {
        body: {
          ...{ account_id: shop.accountId, amount: 12_900, currency: 'EUR' },
          ...{ customer_email: email, reference: 'Order 2041' },
        },
      }),
    );
  const open = async (page: Page, path: string) => {
    await page.goto(new URL(path, page.url()).href);
    await page.waitForSelector('main h1');
    await expect.poll(() => page.locator('[aria-busy]').count()).toBe(0);
  };

  // Screens share their styles: a commit checks half in light colors, and a sixth of the others.
  it.each([
    ['in the light', 2, 2, { colorScheme: 'light', locale: 'en' }],
    ['in the dark', 6, 1, { colorScheme: 'dark', locale: 'de' }],
    // A phone has the colors of the light desktop.
    ['on a phone', 6, undefined, { viewport: PHONE, locale: 'fr' }],
  ] as const)('conforms to WCAG 2.2 AA as far as axe can tell, %s', async (...given) => {
    const [, shares, colorShares, options] = given;
    const { page } = await visitConsole(browser(), shop, '/console', options);
    const failures: string[] = [];
    page.on('pageerror', (error) => failures.push(error.message));
    const [customer] = (await must(() => shop.call('GET', '/v1/customers'))).data;
    const objects = [`customers/${customer.id}`, `payments/${paidId}`];
    const chosen = rotatingShare([...screens, ...objects], shares);
    const inColor = colorShares === undefined ? [] : rotatingShare(chosen, colorShares);
    for (const screen of chosen) {
      await open(page, `/console/${screen}`);
      const rules = inColor.includes(screen) ? 'all' : 'structure';
      expect(await findBarriers(page, rules), screen).toEqual([]);
      const root = 'document.documentElement';
      expect(await page.evaluate(`${root}.scrollWidth - ${root}.clientWidth`), screen).toBe(0);
    }
    expect(failures).toEqual([]);
  });

  it('is small, and loads nothing from other servers', async () => {
    const { page, asked } = await visitConsole(browser(), shop);
    const bytes = await page.evaluate<number>(
      'performance.getEntries().reduce((sum, { transferSize = 0 }) => sum + transferSize, 0)',
    );
    process.stderr.write(`console: ${bytes} bytes\n`);
    expect(bytes).toBeLessThan(WEIGHT_BYTES_MAX);
    const origins = asked.filter((it) => !it.startsWith('data:')).map((it) => new URL(it).origin);
    expect(new Set(origins)).toEqual(new Set([new URL(page.url()).origin]));
  });

  it("treats an attacker's name as text", async () => {
    const { page } = await visitConsole(browser(), shop, '/console/customers');
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      return dialog.dismiss();
    });
    const link = page.locator('td a', { hasText: '<img src=x' });
    await link.waitFor();
    expect(await link.locator('bdi').count()).toBe(1);
    await link.click();
    await page.waitForSelector('#facts');
    expect(await page.locator('h1 bdi').textContent()).toContain('<script>alert(2)</script>');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('evil');
    await page.waitForSelector('[role=option]');
    expect(await page.locator('main img, dialog img').count()).toBe(0);
    expect(dialogs).toEqual([]);
  });

  it('searches and opens objects with the keyboard alone', async () => {
    const { page } = await visitConsole(browser(), shop);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('grace@exam');
    await page.waitForSelector('[role=option]');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#facts');
    expect(await page.locator('h1').textContent()).toContain('grace@example.com');
  });

  it('refunds a part after stating the effect, and shows the refund', async () => {
    const { page } = await visitConsole(browser(), shop, `/console/payments/${paidId}`);
    await page.getByRole('button', { name: 'Refund' }).click();
    const amount = page.getByLabel(/^Amount/);
    await amount.fill('1000000000');
    await amount.fill('no');
    expect(await page.locator('dialog button.primary').isDisabled()).toBe(true);
    await amount.fill('29.00');
    expect(await page.locator('.says').textContent()).toContain('€29.00 is refunded to grace@');
    await page.locator('dialog button.primary').click();
    await page.locator('dialog').waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'Refunds' }).waitFor();
    const { data } = await must(() => shop.call('GET', `/v1/refunds?payment_id=${paidId}`));
    expect(data.map((refund: { amount: number }) => refund.amount)).toEqual([2_900]);
  });

  it('keeps the typed text after a refusal, and states the reason', async () => {
    const { page } = await visitConsole(browser(), shop, `/console/payments/${paidId}`);
    await page.getByRole('button', { name: 'Refund' }).click();
    await page.getByLabel(/^Amount/).fill('128.00');
    await page.locator('dialog button.primary').click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByLabel(/^Amount/).inputValue()).toBe('128.00');
    const alert = await page.getByRole('alert').textContent();
    expect(alert).toContain('amount: only €100.00 of this payment can be refunded');
    expect(alert).toMatch(/Request req_/);
  });

  it('offers the rest of a partly refunded payment', async () => {
    const { page } = await visitConsole(browser(), shop, `/console/payments/${paidId}`);
    await page.getByRole('button', { name: 'Refund' }).click();
    await page.getByText('Refunded so far: €29.00. Left: €100.00.').waitFor();
    expect(await page.getByLabel(/^Amount/).inputValue()).toBe('100.00');
    expect(await page.evaluate('document.activeElement.name')).toBe('amount');
    expect(await findBarriers(page)).toEqual([]);
    await page.locator('dialog button.primary').click();
    await page.locator('dialog').waitFor({ state: 'detached' });
    const { data } = await must(() => shop.call('GET', `/v1/refunds?payment_id=${paidId}`));
    expect(data.map(({ amount }: { amount: number }) => amount)).toEqual([10_000, 2_900]);
    await page.getByRole('button', { name: 'Refund' }).click();
    await page.getByText('Left: €0.00.').waitFor();
    expect(await page.locator('dialog button.primary').isDisabled()).toBe(true);
  });

  it('runs an action once even if it is sent again after a lost answer', async () => {
    const { page } = await visitConsole(browser(), shop, '/console/payments');
    await page.getByRole('button', { name: 'Request payment' }).click();
    await page.getByLabel(/^Amount/).fill('7.31');
    await page.getByLabel('Email', { exact: true }).fill('once@example.com');
    let isLost = true;
    await page.route('**/v1/payments', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      const response = await route.fetch();
      if (!isLost) return route.fulfill({ response });
      return route.abort();
    });
    await page.locator('dialog button.primary').click();
    await page.getByRole('alert').waitFor();
    isLost = false;
    await page.locator('dialog button.primary').click();
    await page.locator('dialog').waitFor({ state: 'detached' });
    const once = '/v1/payments?customer_email=once@example.com';
    expect((await must(() => shop.call('GET', once))).data).toHaveLength(1);
  });

  it('changes a plan at the quoted price, and reverts a cancellation', async () => {
    const [customer] = (await must(() => shop.call('GET', '/v1/customers'))).data;
    const { id } = await must(() =>
      shop.call('POST', '/v1/subscriptions', {
        body: { customer_id: customer.id, plan: 'basic', trial_period_days: 14 },
      }),
    );
    const { page } = await visitConsole(browser(), shop, `/console/subscriptions/${id}`);
    await page.getByRole('button', { name: 'Change plan' }).click();
    await page.getByLabel('Quantity').fill('3');
    await page.getByText(/is due; the change takes effect/).waitFor();
    await page.locator('dialog button.primary').click();
    await page.locator('dialog').waitFor({ state: 'detached' });
    const changed = await must(() => shop.call('GET', `/v1/subscriptions/${id}`));
    expect([changed.quantity, changed.pending_change?.quantity]).toContain(3);
    await page.getByRole('button', { name: 'Cancel subscription' }).click();
    await page.locator('dialog button.primary').click();
    await page.getByRole('button', { name: 'Keep subscription' }).click();
    await page.locator('dialog button.primary').click();
    await page.locator('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Cancel subscription' }).waitFor();
  });

  it('creates a read-only key, and shows its secret once', async () => {
    const { page } = await visitConsole(browser(), shop, '/console/api_keys');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByLabel('Name').fill('from the console');
    await page.locator('dialog button.primary').click();
    const secret = (await page.locator('.secret').textContent()) ?? '';
    expect(secret).toMatch(/^sk_test_/);
    await page.getByRole('button', { name: 'Close' }).click();
    await page.locator('td a', { hasText: 'from the console' }).waitFor();
    expect(await page.content()).not.toContain(secret);
    const read = await call('GET', '/v1/payments', { token: secret });
    const write = await call('POST', '/v1/customers', { token: secret, body: { name: 'no' } });
    expect([read.status, write.status]).toEqual([200, 403]);
  });

  it('shows each role what it may see and do', async () => {
    const admin = await visitConsole(browser(), ADMIN, '/console/accounts');
    await admin.page.getByRole('heading', { name: 'Accounts' }).waitFor();
    await admin.page.getByRole('link', { name: 'Accounts', exact: true }).waitFor();
    const owner = await visitConsole(browser(), shop);
    expect(await owner.page.getByRole('link', { name: 'Accounts' }).count()).toBe(0);
  });

  it('shows changes from elsewhere without a reload', async () => {
    const { page } = await visitConsole(browser(), shop, '/console/payments');
    await page.waitForSelector('.stream.live');
    await ask('elsewhere@example.com');
    await page.getByText('elsewhere@example.com').waitFor();
  });

  it('follows a link that is clicked as soon as it appears', async () => {
    const { page } = await visitConsole(browser(), shop);
    // Runs before any work that the console does after painting, like a click on a slow phone.
    await page.addInitScript(`new MutationObserver((_changes, observer) => {
      const link = document.querySelector('nav a[href="/console/customers"]');
      if (!link) return;
      observer.disconnect();
      link.click();
    }).observe(document, { childList: true, subtree: true })`);
    await page.reload();
    await page.getByRole('heading', { name: 'Customers' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/console/customers');
    await page.locator('tbody tr').first().waitFor();
  });

  it('sends visitors without a session to the login, and back', async () => {
    const { page } = await visitConsole(browser(), shop, '/console/invoices');
    expect(new URL(page.url()).pathname).toBe('/console/invoices');
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL((url) => url.pathname === '/auth/login');
    await page.goto(new URL('/console/customers', page.url()).href);
    await page.waitForURL((url) => url.pathname === '/auth/login');
    expect(new URL(page.url()).searchParams.get('return_to')).toBe('/console/customers');
  });
});
