import { createHmac } from 'node:crypto';
import { newEmail } from '@florin/system-kit';
import { eventually, rotatingShare } from '@florin/testing';
import { beforeAll, expect, it } from 'vitest';
import { baseUrl, call } from '../api.ts';
import { CARDS, pay } from '../contract/pay.ts';
import { ADMIN, must, newOwner, newUser, type Owner } from '../contract/people.ts';
import { query } from '../database.ts';
import { findLink } from '../mailbox.ts';
import { confirm, visitConsole } from './console-visit.ts';
import { describeInBrowser } from './describe-in-browser.ts';
import { findBarriers } from './find-barriers.ts';
import { DESKTOP, openTab, PHONE } from './open-browser.ts';

const teamRoles = ['account_admin', 'developer', 'accountant', 'support', 'member'] as const;
/** Menu entries by role, except those that all roles have. */
const menuOf: Readonly<Record<(typeof teamRoles)[number], readonly string[]>> = {
  account_admin: ['API keys', 'Audit log', 'Events', 'Payouts', 'Team', 'Webhooks'],
  developer: ['API keys', 'Events', 'Payouts', 'Webhooks'],
  accountant: ['Events', 'Payouts'],
  support: [],
  member: ['Events', 'Payouts'],
};
const some = new Set(Object.values(menuOf).flat());

describeInBrowser('screens of the console', (browser) => {
  let shop: Owner;
  beforeAll(async () => {
    shop = await newOwner({ name: 'Blumenhaus Ada', settings: { currency: 'EUR' } });
  });
  const ask = (reference: string, email = newEmail()) =>
    must(() =>
      shop.call('POST', '/v1/payments', {
        body: {
          ...{ account_id: shop.accountId, amount: 12_900, currency: 'EUR' },
          ...{ customer_email: email, reference },
        },
      }),
    );

  it('log a new user in with one link, once', async () => {
    const token = 'once'.padEnd(43, 'x');
    await query(
      'identity',
      `insert into identity.login_links
       select sha256($1), id, now() + interval '1 minute' from identity.users where email = $2`,
      [Buffer.from(token), ADMIN.email],
    );
    const { page } = await openTab(browser(), { viewport: DESKTOP, locale: 'en' });
    await page.goto(`${baseUrl()}/auth/once/${token}`);
    await page.waitForURL((url) => url.pathname === '/console');
    await page.getByRole('link', { name: 'Services' }).waitFor();
    const again = await openTab(browser(), { viewport: DESKTOP, locale: 'en' });
    const answer = await again.page.goto(`${baseUrl()}/auth/once/${token}`);
    expect(answer?.status()).toBe(404);
    expect(await again.page.context().cookies()).toEqual([]);
  });

  it.each(teamRoles)('show the role %s its own parts', async (role) => {
    const person = await newUser(shop);
    const path = `/v1/account/users/${person.userId}`;
    await must(() => shop.call('PATCH', path, { body: { role } }));
    const { page } = await visitConsole(browser(), person);
    const failed: string[] = [];
    page.on('response', (response) => {
      if (response.status() === 403) failed.push(response.url());
    });
    await page.waitForSelector('#business .charts, .charts');
    const shown = await page.locator('#menu a').allTextContents();
    expect(shown.filter((name) => some.has(name)).toSorted()).toEqual(menuOf[role]);
    const { id } = await ask(`seen by ${role}`);
    // Some roles may not read events: their timeline shows the state at opening.
    for (const list of ['events', 'mails'])
      await eventually(async () => {
        const { body } = await shop.call('GET', `/v1/${list}?object_id=${id}`);
        expect(body.data).not.toEqual([]);
      });
    await page.goto(`${baseUrl()}/console/payments/${id}`);
    await page.waitForSelector('#timeline');
    await expect.poll(() => page.locator('.timeline li').count()).toBeGreaterThan(0);
    const mayCancel = ['account_admin', 'member'].includes(role);
    expect(await page.getByRole('button', { name: 'Cancel payment' }).count()).toBe(
      mayCancel ? 1 : 0,
    );
    // The console requests nothing that they may not read.
    expect(failed).toEqual([]);
  });

  it('switch to another account in every tab', async () => {
    const other = await newOwner({ name: 'Café Grace', settings: { currency: 'EUR' } });
    const invited = { email: shop.email, role: 'account_admin' };
    await must(() => other.call('POST', '/v1/invitations', { body: invited }));
    const { token } = await findLink(shop.email, /invited/);
    const body = { token, password: shop.password };
    await must(() => call('POST', '/v1/invitations/accept', { body }));
    const { page } = await visitConsole(browser(), shop);
    const second = await page.context().newPage();
    await second.goto(`${baseUrl()}/console/customers`);
    await second.getByRole('heading', { name: 'Customers' }).waitFor();
    await page.getByRole('combobox', { name: /^Account/ }).selectOption(other.accountId);
    await page.getByRole('heading', { name: 'Café Grace' }).waitFor();
    await second.getByRole('heading', { name: 'Café Grace' }).waitFor();
    await page.getByRole('combobox', { name: /^Account/ }).selectOption(shop.accountId);
    await page.getByRole('heading', { name: 'Blumenhaus Ada' }).waitFor();
    // Its name is known: this browser was there before.
    await page.getByRole('option', { name: 'Café Grace · Test' }).waitFor({ state: 'attached' });
  });

  it('show of a payment who did what from where, and the mails about it', async () => {
    const { id, payment_url } = await ask('Order 7', 'grace@example.com');
    await pay(payment_url, CARDS.declined);
    await pay(payment_url, CARDS.good);
    const { page } = await visitConsole(browser(), shop, `/console/payments/${id}`);
    await page.getByText('Generic decline').waitFor();
    await page.locator('.machine [aria-current=step]', { hasText: 'Succeeded' }).waitFor();
    const timeline = page.locator('.timeline');
    await timeline.getByText('Payment created').waitFor();
    await timeline.getByText('from 127.0.0.1').first().waitFor();
    await timeline.getByText('Receipt').waitFor();
    await timeline.getByText('grace@example.com').first().waitFor();
  });

  it("show a transaction's effect on the balance, and the totals of the business", async () => {
    const credit = { account_id: shop.accountId, amount: 50_000, currency: 'EUR', type: 'credit' };
    const { id } = await must(() => shop.call('POST', '/v1/transactions', { body: credit }));
    const { page } = await visitConsole(browser(), shop, `/console/transactions/${id}`);
    await page.locator('td', { hasText: '+€500.00' }).waitFor();
    await page.goto(`${baseUrl()}/console`);
    const chart = page.getByRole('img', { name: /^Money in: / });
    await expect.poll(() => chart.getAttribute('aria-label')).toContain('€');
    await page.getByRole('slider').press('ArrowLeft');
    await page.getByText('1 days ago').waitFor();
    await page.getByRole('button', { name: 'Verify balance' }).click();
    await page.getByText(/^Balance verified: \d+ transactions/).waitFor();
  });

  it('change the brand, and keep valid fields if one is wrong', async () => {
    const { page } = await visitConsole(browser(), shop, '/console/settings');
    const brand = page.locator('section', { has: page.locator('#setting-brand') });
    await brand.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Legal name').fill('Blumenhaus Ada GmbH');
    await page.getByLabel(/^Color \(/).fill('green');
    await page.locator('dialog button.primary').click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByLabel('Legal name').inputValue()).toBe('Blumenhaus Ada GmbH');
    await page.getByLabel(/^Color \(/).fill('#1a2b3c');
    await confirm(page);
    await page.locator('.brand-preview', { hasText: 'Blumenhaus Ada GmbH' }).first().waitFor();
    const profile = await must(() => shop.call('GET', '/v1/seller_profile'));
    expect([profile.legal_name, profile.color]).toEqual(['Blumenhaus Ada GmbH', '#1a2b3c']);
  });

  it('diagnose an invalid signature', async () => {
    const { page } = await visitConsole(browser(), shop, '/console/examiner');
    const key = Buffer.from('a key of twenty-four byte');
    const seconds = String(Math.floor(Date.now() / 1_000));
    const body = '{"type":"payment.created"}';
    const hmac = createHmac('sha256', key).update(`evt_1.${seconds}.${body}`);
    await page.getByLabel('Signing secret').fill(`whsec_${key.toString('base64')}`);
    await page.getByLabel('webhook-id').fill('evt_1');
    await page.getByLabel('webhook-timestamp').fill(seconds);
    await page.getByLabel('webhook-signature').fill(`v1,${hmac.digest('base64')}`);
    await page.getByLabel('Raw body').fill('{"type": "payment.created"}');
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('same JSON without spaces').waitFor();
    await page.getByLabel('Raw body').fill(body);
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('The signature is valid').waitFor();
  });

  it('create an endpoint, test it, repeat its deliveries, and delete it', async () => {
    const { page } = await visitConsole(browser(), shop, '/console/webhook_endpoints');
    await page.getByRole('button', { name: 'Add endpoint' }).click();
    await page.getByLabel(/^URL/).fill('http://127.0.0.1:9/hook');
    await page.locator('dialog button.primary').click();
    await page.locator('.secret', { hasText: 'whsec_' }).waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.locator('td a', { hasText: '127.0.0.1:9' }).click();
    await page.getByRole('button', { name: 'Send test event' }).click();
    await confirm(page);
    await page.locator('td', { hasText: 'ECONNREFUSED' }).waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await confirm(page);
    const { data } = await must(() => shop.call('GET', '/v1/webhook_endpoints'));
    expect(data).toEqual([]);
  });

  it('show operators the state of each service, and that the books balance', async () => {
    const { page } = await visitConsole(browser(), ADMIN, '/console/system');
    await expect.poll(() => page.locator('.cards .state').count()).toBe(8);
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Verify ledger' }).click();
    await page.getByText('Ledger verified').waitFor();
    const owner = await visitConsole(browser(), shop, '/console/system');
    await owner.page.getByText('Page not found.').waitFor();
  });

  it('keep their place among very many, forth and back', async () => {
    const many = await newOwner({ name: 'Very many' });
    for (let count = 0; count < 60; count += 1)
      await must(() => many.call('POST', '/v1/customers', { body: { name: `Customer ${count}` } }));
    const { page } = await visitConsole(browser(), many, '/console/customers');
    const firstRow = () => page.locator('tbody tr').first().locator('td').first().textContent();
    await expect.poll(firstRow).toBe('Customer 59');
    await page.getByRole('link', { name: 'Older' }).click();
    await expect.poll(firstRow).toBe('Customer 34');
    await page.locator('tbody tr a').first().click();
    await page.waitForSelector('#facts');
    await page.goBack();
    await expect.poll(firstRow).toBe('Customer 34');
    await page.getByRole('link', { name: 'Newer' }).click();
    await expect.poll(firstRow).toBe('Customer 59');
  });

  it('show a failed delivery, retry it, and show when deliveries stop', async () => {
    const { page } = await visitConsole(browser(), shop, '/console/payments');
    await page.waitForSelector('.stream.live');
    await page.route('**/v1/customers?*', (route) =>
      route.fulfill({
        status: 503,
        json: { error: 'unavailable', message: 'the service is away: try again' },
        headers: { 'X-Request-Id': 'req_1' },
      }),
    );
    await page.getByRole('link', { name: 'Customers' }).click();
    await page.getByRole('alert').getByText('the service is away').waitFor();
    await page.unroute('**/v1/customers?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Nothing here yet.').or(page.locator('tbody tr').first()).waitFor();
    await page.context().setOffline(true);
    await page.waitForSelector('.stream.apart', { timeout: 20_000 });
    await page.context().setOffline(false);
    await page.waitForSelector('.stream.live', { timeout: 40_000 });
  });

  it.each([
    ['in the light', 2, 'all', { colorScheme: 'light', locale: 'en' }],
    ['in the dark', 6, 'all', { colorScheme: 'dark', locale: 'es' }],
    // A phone has the colors of the light desktop.
    ['on a phone', 3, 'structure', { viewport: PHONE, locale: 'de' }],
  ] as const)('conform to WCAG 2.2 AA, %s', async (...given) => {
    const [, shares, rules, options] = given;
    const { page } = await visitConsole(browser(), shop, '/console', options);
    const screens = ['settings', 'examiner', 'factors', 'mails', 'exports', 'tax_rates'];
    for (const screen of rotatingShare(screens, shares)) {
      await page.goto(`${baseUrl()}/console/${screen}`);
      await page.waitForSelector('main h1');
      await expect.poll(() => page.locator('[aria-busy]').count()).toBe(0);
      expect(await findBarriers(page, rules), screen).toEqual([]);
      const root = 'document.documentElement';
      expect(await page.evaluate(`${root}.scrollWidth - ${root}.clientWidth`), screen).toBe(0);
    }
  });
});
