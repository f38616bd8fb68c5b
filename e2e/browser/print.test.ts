import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { baseUrl } from '../api.ts';
import { newOwner } from '../contract/people.ts';
import { describeInBrowser } from './describe-in-browser.ts';
import { findBarriers } from './find-barriers.ts';
import { openTab } from './open-browser.ts';
import { openShop, states } from './shop.ts';

const LONG = 'Ä'.repeat(200);

describeInBrowser('printed pages', (browser) => {
  it('show a receipt on one sheet, without buttons', async () => {
    const url = await states.paid(await openShop(LONG, { language: 'de' }));
    const { page } = await openTab(browser());
    await page.goto(new URL(new URL(url, baseUrl()).pathname, baseUrl()).href);
    expect(await page.getByRole('button', { name: 'Drucken' }).isVisible()).toBe(true);
    expect(await countSheets(page)).toBe(1);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('button:visible, a:visible').count()).toBe(0);
    expect(await page.locator('dd:visible').first().textContent()).toBe(LONG);
  });

  it('show an invoice on one sheet, in the language of its seller', async () => {
    const { token, call } = await newOwner({ settings: { language: 'fr' } });
    const body = { customer_id: LONG, plan: 'basic' };
    const { latest_invoice_id: id } = (await call('POST', '/v1/subscriptions', { body })).body;
    const { page } = await openTab(browser(), {
      extraHTTPHeaders: { Authorization: `Bearer ${token}` },
    });
    await page.goto(`${baseUrl()}/v1/invoices/${id}/page`);
    expect(await page.locator('h1').textContent()).toBe('Facture 1');
    expect(await countSheets(page)).toBe(1);
    expect(await findBarriers(page)).toEqual([]);
  });
});

/** Number of A4 sheets of a page. */
async function countSheets(page: Page): Promise<number> {
  const pdf = await page.pdf({ format: 'A4' });
  return [...pdf.toString('latin1').matchAll(/\/Type\s*\/Page\b/g)].length;
}
