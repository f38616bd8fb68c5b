import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { baseUrl } from '../api.ts';
import { must, newOwner, type Owner } from '../contract/people.ts';
import { query } from '../database.ts';
import { visitConsole } from './console-visit.ts';
import { describeInBrowser } from './describe-in-browser.ts';
import { emulateSlowPhone } from './slow-phone.ts';

const ROWS = 100_000;
/** Ten times the idle time to create the rows and to show them. */
const MAKING_MS_MAX = 600_000;
const SHOWING_MS_MAX = 300_000;
const patient = { timeout: 60_000 };
const say = (what: string, ms: number) =>
  process.stderr.write(`console: ${what} ${Math.round(ms)} ms\n`);

const timed = async (what: string, work: () => Promise<unknown>) => {
  const from = performance.now();
  await work();
  say(what, performance.now() - from);
};

describeInBrowser('the console under load', (browser) => {
  let shop: Owner;
  beforeAll(async () => {
    shop = await newOwner({ name: 'Very many customers' });
    const { id } = await must(() =>
      shop.call('POST', '/v1/customers', { body: { name: 'The newest' } }),
    );
    expect(id).toMatch(/^cus_/);
    // Ids (UUIDv7) older than all others: lists of other tests never begin with them.
    await timed('100 000 customers', () =>
      query(
        'billing',
        `insert into billing.customers
                (id, version, account_id, name, metadata, details, created_at, updated_at)
         select ('00000000-0000-7000-8000-' || lpad(to_hex(number), 12, '0'))::uuid, version,
                account_id, 'Customer ' || number, metadata, details, created_at, updated_at
           from billing.customers, generate_series(1, $1::int) as number
          where name = 'The newest'`,
        [ROWS],
      ),
    );
  }, MAKING_MS_MAX);

  const firstRow = (page: Page) => page.locator('tbody tr').first().locator('td').first();

  it('keeps its place among 100 000, back and forth', { timeout: SHOWING_MS_MAX }, async () => {
    const { page } = await visitConsole(browser(), shop, '/console/customers');
    await expect.poll(() => firstRow(page).textContent(), patient).toBe('The newest');
    const seen: (string | null)[] = [await firstRow(page).textContent()];
    for (let count = 1; count <= 8; count += 1) {
      const before = seen.at(-1);
      await timed('next page of 100 000', async () => {
        await page.getByRole('link', { name: 'Older' }).click();
        await expect.poll(() => firstRow(page).textContent(), patient).not.toBe(before);
      });
      seen.push(await firstRow(page).textContent());
    }
    expect(new Set(seen).size).toBe(9);
    await page.locator('tbody tr a').last().click();
    await page.waitForSelector('#facts');
    await page.goBack();
    await expect.poll(() => firstRow(page).textContent(), patient).toBe(seen.at(-1));
    // The scroll position is restored too.
    await expect.poll(() => page.evaluate<number>('scrollY'), patient).toBeGreaterThan(0);
    for (const expected of seen.toReversed().slice(1)) {
      await page.getByRole('link', { name: 'Newer' }).click();
      await expect.poll(() => firstRow(page).textContent(), patient).toBe(expected);
    }
  });

  it('works over a slow network, on a slow phone', { timeout: SHOWING_MS_MAX }, async () => {
    const { page } = await visitConsole(browser(), shop);
    page.setDefaultTimeout(patient.timeout);
    await emulateSlowPhone(page);
    await timed('first view over a slow 4G, at home', async () => {
      await page.goto(`${baseUrl()}/console`);
      await page.getByRole('heading', { name: 'Very many customers' }).waitFor();
    });
    await timed('another view', async () => {
      await page.getByRole('link', { name: 'Customers' }).click();
      await page.locator('tbody tr').first().waitFor();
    });
    await timed('a view with its data in place', async () => {
      await page.getByRole('link', { name: 'Home' }).click();
      await page.locator('.figures').first().waitFor();
    });
    await page.keyboard.press('Control+k');
    await timed('a search', async () => {
      await page.keyboard.type('newest');
      await page.waitForSelector('[role=option]');
    });
  });
});
