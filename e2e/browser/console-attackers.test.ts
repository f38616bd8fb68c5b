import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '@florin/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { baseUrl } from '../api.ts';
import { ADMIN, must, newOwner, type Owner } from '../contract/people.ts';
import { logInAdmin } from '../contract/world.ts';
import { visitConsole } from './console-visit.ts';
import { describeInBrowser } from './describe-in-browser.ts';
import { PHONE } from './open-browser.ts';

/** Runs, loads or shows something if it is interpreted as markup. */
const MARKUP = `"><img src=x onerror=alert(1)><script>alert(2)</script><h1>Paid</h1>{{7*7}}`;
/**
 * Reverses the text after it (Trojan Source). Where it is refused, only fields for any text can
 * hold it.
 */
const TURNING = 'a\u202etxt.exe\u2066b';
const LONG = 'x'.repeat(10_000);
/** A page without changes for this long has loaded completely. */
const STILL_MS = 250;

interface Look {
  /** Elements that the attackers' texts must not create. */
  readonly made: number;
  readonly tooWide: number;
  /** Foreign texts that the attackers' texts have reversed. */
  readonly turned: readonly string[];
  /** Texts with a reversing character. */
  readonly turning: number;
}

describeInBrowser('texts of attackers in the console', (browser) => {
  let shop: Owner;
  let receiver: Server;
  let paths: readonly string[];

  beforeAll(async () => {
    receiver = createServer((request, response) => {
      request.resume();
      response.writeHead(500).end(`${MARKUP}\n${TURNING}\n${LONG}`);
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', () => resolve()));
    const { port } = receiver.address() as AddressInfo;
    shop = await newOwner({ name: MARKUP, settings: { currency: 'EUR' } });
    const make = (path: string, body: object) => must(() => shop.call('POST', path, { body }));
    const endpoint = await make('/v1/webhook_endpoints', {
      url: `http://127.0.0.1:${port}/?${encodeURIComponent(MARKUP)}${'x'.repeat(400)}`,
    });
    const metadata = { [MARKUP]: MARKUP, [TURNING]: TURNING, long: LONG, ['k'.repeat(400)]: [{}] };
    const money = { account_id: shop.accountId, amount: 100, currency: 'EUR' };
    const reference = MARKUP.padEnd(255, 'x');
    const customer = await make('/v1/customers', { name: MARKUP, metadata });
    const customer_email = `${'x'.repeat(60)}@example.com`;
    const payment = await make('/v1/payments', { ...money, customer_email, reference, metadata });
    const credit = { ...money, type: 'credit', reference, metadata };
    const transaction = await make('/v1/transactions', credit);
    const plan = { amount: 100, currency: 'EUR', interval: 'month', name: MARKUP };
    const { id: planId } = await make('/v1/plans', { id: `hostile_${Date.now()}`, ...plan });
    const subscribed = { customer_id: customer.id, plan: planId, trial_period_days: 7, metadata };
    const subscription = await make('/v1/subscriptions', subscribed);
    const lines = [{ description: MARKUP, unit_amount: 100 }];
    const invoice = await make('/v1/invoices', { customer_id: customer.id, lines, memo: MARKUP });
    await make('/v1/api_keys', { name: MARKUP });
    // Braces have a meaning in names.
    const words = MARKUP.replaceAll(/[{}]/g, '');
    const said = { language: 'en', subject: words, body: `${words}\n${'x'.repeat(500)}` };
    const template = '/v1/mail_templates/invoice';
    await must(() => shop.call('PATCH', template, { body: said }));
    const profile = { legal_name: MARKUP, footer: `${MARKUP}${'x'.repeat(200)}` };
    await must(() => shop.call('PATCH', '/v1/seller_profile', { body: profile }));
    // Its response has arrived and is stored.
    await eventually(async () => {
      const deliveries = `/v1/webhook_endpoints/${endpoint.id}/deliveries`;
      const { data } = await must(() => shop.call('GET', deliveries));
      expect(JSON.stringify(data)).toContain('onerror');
    });
    const { data: events } = await must(() =>
      shop.call('GET', `/v1/events?object_id=${payment.id}`),
    );
    paths = [
      ...['', 'payments', 'transactions', 'customers', 'subscriptions', 'invoices', 'plans'],
      ...['events', 'requests', 'audit_log', 'webhook_endpoints', 'api_keys', 'mails', 'settings'],
      ...[`payments/${payment.id}`, `transactions/${transaction.id}`, `customers/${customer.id}`],
      ...[`subscriptions/${subscription.id}`, `invoices/${invoice.id}`],
      ...[`webhook_endpoints/${endpoint.id}`, `events/${events[0].id}`],
      `requests/${events[0].request.id}`,
    ];
  });
  afterAll(async () => {
    receiver?.closeAllConnections();
    receiver?.close();
  });

  /** Collects every sign that an attacker's text was more than a text. */
  const watch = (page: Page): string[] => {
    const alarms: string[] = [];
    page.on('dialog', (dialog) => {
      alarms.push(`a dialog: ${dialog.message()}`);
      return dialog.dismiss();
    });
    page.on('pageerror', (error) => alarms.push(`an error: ${error.message}`));
    page.on('request', (request) => {
      if (request.url().endsWith('/x')) alarms.push(`a request: ${request.url()}`);
    });
    return alarms;
  };
  const look = async (page: Page, path: string) => {
    await page.goto(`${baseUrl()}/console/${path}`);
    await page.waitForSelector('main h1');
    await expect.poll(() => page.locator('[aria-busy]').count()).toBe(0);
    // The sections of an object come after its heading.
    let before: string | null = null;
    const isAllThere = async () => {
      const now = await page.locator('main').textContent();
      const isSame = now === before;
      before = now;
      return isSame;
    };
    await expect.poll(isAllThere, { interval: STILL_MS }).toBe(true);
    // Attempts load separately, and again every few seconds.
    if (path.startsWith('webhook_endpoints/'))
      await expect.poll(() => page.locator('main').textContent()).toContain('txt.exe');
    await page.evaluate(
      `for (const each of document.querySelectorAll('main details')) each.open = true`,
    );
    return page.evaluate<Look>(`(() => {
      const root = document.documentElement;
      const turned = [];
      let turning = 0;
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (!/[\\u202e\\u2066]/.test(node.data)) continue;
        turning += 1;
        let at = node.parentElement;
        // What is isolated, or a block of its own, turns nothing but itself.
        while (getComputedStyle(at).unicodeBidi === 'normal' && getComputedStyle(at).display === 'inline')
          at = at.parentElement;
        const isAlone = at.textContent === node.data;
        const isOwn = /isolate|plaintext/.test(getComputedStyle(at).unicodeBidi);
        if (!isAlone && !isOwn) turned.push(at.outerHTML.slice(0, 200));
      }
      return {
        made: document.querySelectorAll('main img[src=x], main script, main h1 h1, main h1 ~ h1').length,
        tooWide: root.scrollWidth - root.clientWidth,
        turned,
        turning,
      };
    })()`);
  };
  const harmless = { made: 0, tooWide: 0, turned: [], turning: expect.any(Number) };

  it('are shown as text, on a phone too', { timeout: 180_000 }, async () => {
    const { page } = await visitConsole(browser(), shop, '/console', { viewport: PHONE });
    const alarms = watch(page);
    const found: (readonly [string, Look])[] = [];
    for (const path of paths) found.push([path, await look(page, path)]);
    expect(found).toEqual(paths.map((path) => [path, harmless]));
    // In metadata, on pages of their objects, and in responses of the endpoint.
    expect(found.filter(([, { turning }]) => turning > 0).length).toBeGreaterThan(5);
    expect(alarms).toEqual([]);
    // The whole text is shown as it was written.
    await look(page, 'customers');
    expect(await page.locator('main').textContent()).toContain(MARKUP);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('onerror');
    await page.locator('[role=option]').first().waitFor();
    expect(await page.locator('[role=listbox] img').count()).toBe(0);
    await page.context().close();
    expect(alarms).toEqual([]);
  });

  it.each([
    ['a name', '/v1/customers', { name: TURNING }],
    ['a name of ten thousand letters', '/v1/customers', { name: LONG }],
    ['the name of a key', '/v1/api_keys', { name: TURNING }],
    ['a reference', '/v1/transactions', { reference: TURNING }],
  ])('are refused as %s if they are invisible', async (_what, path, body) => {
    const money = { account_id: shop.accountId, amount: 100, currency: 'EUR', type: 'credit' };
    const sent = path === '/v1/transactions' ? { ...money, ...body } : body;
    const answer = await shop.call('POST', path, { body: sent });
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request']);
  });

  it('are shown as text to administrators', async () => {
    const admin = await logInAdmin();
    const account = `/v1/accounts/${shop.accountId}`;
    const suspend = { status: 'suspended', status_reason: MARKUP.padEnd(500, 'x') };
    await must(() => admin.call('PATCH', account, { body: suspend }));
    const { page } = await visitConsole(browser(), ADMIN, '/console', { viewport: PHONE });
    const alarms = watch(page);
    for (const path of ['accounts', `accounts/${shop.accountId}`, 'audit_log', 'system'])
      expect([path, await look(page, path)]).toEqual([path, harmless]);
    await page.context().close();
    const theirs = await visitConsole(browser(), shop, '/console', { viewport: PHONE });
    expect(await look(theirs.page, '')).toEqual(harmless);
    await theirs.page.context().close();
    expect(alarms).toEqual([]);
  });
});
