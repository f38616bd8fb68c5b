import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { baseUrl } from '../api.ts';
import { must, newOwner, type Owner } from '../contract/people.ts';
import { visitConsole } from './console-visit.ts';
import { describeInBrowser } from './describe-in-browser.ts';
import { findBarriers } from './find-barriers.ts';
import { PHONE } from './open-browser.ts';

/** Names with markup, letters of both directions, and the greatest length. */
const NAMES_OF_ATTACKERS = [
  `"><script>alert(1)</script>`,
  '{{constructor.constructor("alert(1)")()}}',
  'javascript:alert(1)',
  'שלום (abc) עולם',
  'x'.repeat(200),
];

describeInBrowser('actions in the console', (browser) => {
  let shop: Owner;
  beforeAll(async () => {
    shop = await newOwner({ name: 'Blumenhaus Ada', settings: { currency: 'EUR' } });
  });
  const newCustomer = (name: string) =>
    must(() => shop.call('POST', '/v1/customers', { body: { name } }));
  const press = async (page: Page, ...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  /** Presses Tab until the control with this name has the focus. */
  const tabTo = async (page: Page, name: string) => {
    const label = () =>
      page.evaluate<string>(
        '(document.activeElement?.labels?.[0] ?? document.activeElement)?.textContent ?? ""',
      );
    for (let presses = 0; presses < 80; presses += 1) {
      if ((await label()).trim().startsWith(name)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not reach ${name}`);
  };

  it('creates a customer with the keyboard alone, and records who did it', async () => {
    const { page } = await visitConsole(browser(), shop);
    await tabTo(page, 'Customers');
    await press(page, 'Enter');
    await page.getByRole('heading', { name: 'Customers' }).waitFor();
    await tabTo(page, 'Create customer');
    await press(page, 'Enter');
    await tabTo(page, 'Name');
    await page.keyboard.type('By keyboard');
    await tabTo(page, 'Email');
    await page.keyboard.type('keys@example.com');
    await press(page, 'Enter');
    await page.getByRole('heading', { name: 'By keyboard' }).waitFor();
    await page.getByRole('status').getByText('Done: Create customer.').waitFor();
    await tabTo(page, 'View in audit log');
    await press(page, 'Enter');
    await page.locator('td', { hasText: 'customer.created' }).waitFor();
  });

  it('closes a dialog with Escape, and returns the focus', async () => {
    const { page } = await visitConsole(browser(), shop, '/console/customers');
    await page.getByRole('button', { name: 'Create customer' }).focus();
    await press(page, 'Enter');
    await page.locator('dialog').waitFor();
    await press(page, 'Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Create customer');
  });

  it.each([
    ['de', 'Kunden', 'Kunde anlegen'],
    ['fr', 'Clients', 'Créer un client'],
  ] as const)('says the same in %s', async (locale, screen, action) => {
    const { page } = await visitConsole(browser(), shop, '/console', { locale });
    await page.getByRole('link', { name: screen, exact: true }).click();
    await page.getByRole('button', { name: action }).click();
    expect(await page.locator('html').getAttribute('lang')).toBe(locale);
    await page.locator('#field-name').fill(`Kunde ${locale}`);
    await page.locator('#field-email').fill(`${locale}@example.com`);
    await page.locator('dialog button.primary').click();
    await page.getByRole('heading', { name: `Kunde ${locale}` }).waitFor();
  });

  it.each(NAMES_OF_ATTACKERS)('accepts %j as a name, on a phone too', async (name) => {
    const { id } = await newCustomer(name);
    const { page } = await visitConsole(browser(), shop, '/console', { viewport: PHONE });
    const alarms: string[] = [];
    page.on('dialog', (dialog) => {
      alarms.push(dialog.message());
      return dialog.dismiss();
    });
    page.on('pageerror', (error) => alarms.push(error.message));
    for (const path of ['customers', `customers/${id}`, 'events', 'audit_log']) {
      await page.goto(`${baseUrl()}/console/${path}`);
      await page.waitForSelector('main h1');
      await expect.poll(() => page.locator('[aria-busy]').count()).toBe(0);
      const root = 'document.documentElement';
      expect(await page.evaluate(`${root}.scrollWidth - ${root}.clientWidth`), path).toBe(0);
    }
    await page.goto(`${baseUrl()}/console/customers/${id}`);
    await expect.poll(() => page.locator('h1 bdi').textContent()).toBe(name);
    expect(alarms).toEqual([]);
  });

  it('refuses an action that another tab has done already, and shows its effect', async () => {
    const payment = await must(() =>
      shop.call('POST', '/v1/payments', {
        body: {
          ...{ account_id: shop.accountId, amount: 100, currency: 'EUR' },
          customer_email: 'tabs@example.com',
        },
      }),
    );
    const path = `/console/payments/${payment.id}`;
    const { page: first } = await visitConsole(browser(), shop, path);
    const second = await first.context().newPage();
    await second.goto(baseUrl() + path);
    const cancel = (page: Page) => page.getByRole('button', { name: 'Cancel payment' });
    await cancel(first).click();
    await cancel(second).click();
    await first.locator('dialog button.primary').click();
    await first.locator('.head .state', { hasText: 'Canceled' }).waitFor();
    // An open dialog closes when its action disappears.
    await second.locator('.head .state', { hasText: 'Canceled' }).waitFor();
    await expect.poll(() => cancel(second).count()).toBe(0);
    const { data } = await must(() => shop.call('GET', `/v1/events?object_id=${payment.id}`));
    expect(data.filter(({ type }: { type: string }) => type === 'payment.canceled')).toHaveLength(
      1,
    );
  });

  it('creates a key with the chosen scopes, and shows its rate limit', async () => {
    const { page } = await visitConsole(browser(), shop, '/console/api_keys');
    await page.getByText(/requests within|No rate limit/).waitFor();
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByLabel('Name').fill('writes customers');
    const ticked = page.locator('dialog input:checked');
    while ((await ticked.count()) > 0) await ticked.first().uncheck();
    await page.getByLabel('subscriptions:write').check();
    await page.getByText('gets these scopes: subscriptions:write').waitFor();
    await page.locator('dialog button.primary').click();
    const secret = (await page.locator('.secret').textContent()) ?? '';
    const call = (path: string, method: string, body?: object) =>
      fetch(baseUrl() + path, {
        method,
        headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
    expect((await call('/v1/customers', 'POST', { name: 'by key' })).status).toBe(201);
    expect((await call('/v1/customers', 'GET')).status).toBe(403);
  });

  it('searches lists, and exports audit log entries', async () => {
    const { id } = await newCustomer('Audited');
    const { page } = await visitConsole(browser(), shop, '/console/audit_log');
    await page.getByLabel('Object id').fill(id);
    await page.getByLabel('Object id').press('Enter');
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
    await page.locator('td', { hasText: 'customer.created' }).waitFor();
    const href = await page.getByRole('link', { name: 'Export', exact: true }).getAttribute('href');
    expect(href).toBe(`/v1/audit_log/export?object_id=${id}`);
    const lines = await page.evaluate<string>(
      `fetch(${JSON.stringify(href)}).then((it) => it.text())`,
    );
    expect(lines.trim().split('\n')).toHaveLength(1);
  });

  it('keeps typed text while the list changes', async () => {
    const { page } = await visitConsole(browser(), shop, '/console/customers');
    await page.getByLabel('External id').fill('mine');
    await newCustomer('A new customer');
    await page.getByText('A new customer').first().waitFor();
    expect(await page.getByLabel('External id').inputValue()).toBe('mine');
  });

  it('adds to the audit log while it is open', async () => {
    const { page } = await visitConsole(browser(), shop, '/console/audit_log');
    await page.locator('tbody tr').first().waitFor();
    const { id } = await newCustomer('Added later');
    await page.locator('tr', { hasText: id }).waitFor();
  });

  it('undoes an action from its confirmation', async () => {
    const { id: customer_id } = await newCustomer('Of two minds');
    const body = { customer_id, plan: 'basic', trial_period_days: 7 };
    const { id } = await must(() => shop.call('POST', '/v1/subscriptions', { body }));
    const { page } = await visitConsole(browser(), shop, `/console/subscriptions/${id}`);
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await page.locator('dialog button.primary').click();
    await page.getByRole('status').getByText('Done: Pause.').waitFor();
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('heading', { name: 'Resume' }).waitFor();
    await page.locator('dialog button.primary').click();
    await page.getByRole('status').getByText('Done: Resume.').waitFor();
    expect(await must(() => shop.call('GET', `/v1/subscriptions/${id}`))).toMatchObject({
      status: 'trialing',
    });

    await page.goto(`${baseUrl()}/console/customers/${customer_id}`);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByLabel('Name', { exact: true }).fill('Of one mind');
    await page.locator('dialog button.primary').click();
    await page.getByRole('heading', { name: 'Of one mind' }).waitFor();
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await page.locator('dialog button.primary').click();
    await page.getByRole('heading', { name: 'Of two minds' }).waitFor();
  });

  it('advances a test clock by a year, and shows its invoices', async () => {
    const { id: test_clock_id } = await must(() =>
      shop.call('POST', '/v1/test_clocks', { body: { frozen_time: '2026-01-31T00:00:00.000Z' } }),
    );
    const { id: customer_id } = await newCustomer('Of a year');
    const { id } = await must(() =>
      shop.call('POST', '/v1/subscriptions', {
        body: { customer_id, plan: 'basic', test_clock_id },
      }),
    );
    const { page } = await visitConsole(browser(), shop, `/console/subscriptions/${id}`);
    // The period began at the clock's time: all of its 28 days are left.
    await page.getByRole('img', { name: '28 days left in the period' }).waitFor();
    await page.goto(`${baseUrl()}/console/test_clocks/${test_clock_id}`);
    await page.getByRole('button', { name: 'Advance one year' }).click();
    await expect.poll(() => page.locator('.months li').count(), { timeout: 90_000 }).toBe(12);
    const clock = await must(() => shop.call('GET', `/v1/test_clocks/${test_clock_id}`));
    expect(clock.frozen_time).toMatch(/^2027-01-/);
    await page
      .getByRole('region', { name: 'Invoices' })
      .first()
      .locator('tbody tr')
      .first()
      .waitFor();
  });

  it('previews page, mail and document while the brand is edited', async () => {
    const { page } = await visitConsole(browser(), shop, '/console/settings');
    const brand = page.locator('section', { has: page.locator('#setting-brand') });
    await brand.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Legal name').fill('Typed just now');
    await page.getByLabel(/^Color \(/).fill('#123456');
    await expect
      .poll(() => page.locator('dialog .brand-preview', { hasText: 'Typed just now' }).count())
      .toBe(3);
    const color = 'getComputedStyle(document.querySelector("dialog .band")).backgroundColor';
    expect(await page.evaluate(color)).toBe('rgb(18, 52, 86)');
    expect(await findBarriers(page)).toEqual([]);
  });
});
