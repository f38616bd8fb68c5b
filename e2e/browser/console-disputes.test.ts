import { expect, it } from 'vitest';
import { must, newOwner } from '../contract/people.ts';
import { newDisputedMethod } from '../contract/prepare/payment-methods.ts';
import { visitConsole } from './console-visit.ts';
import { describeInBrowser } from './describe-in-browser.ts';
import { findBarriers } from './find-barriers.ts';

describeInBrowser('a disputed card in the console', (browser) => {
  it("is shown on its customer's page, and is charged again once its seller allows it", async () => {
    const shop = await newOwner();
    const { id, customer_id } = await newDisputedMethod(shop);
    const { page } = await visitConsole(browser(), shop, `/console/customers/${customer_id}`);
    await page.getByRole('columnheader', { name: 'Disputed', exact: true }).waitFor();
    await page.getByRole('link', { name: 'visa •••• 0259' }).click();
    await page.getByRole('heading', { name: 'visa •••• 0259' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Resume automatic charges' }).click();
    await page
      .locator('dialog')
      .getByText('although a payment with this card is disputed')
      .waitFor();
    await page.locator('dialog button.primary').click();
    await page.getByRole('status').getByText('Done: Resume automatic charges.').waitFor();
    await page
      .getByRole('button', { name: 'Resume automatic charges' })
      .waitFor({ state: 'detached' });
    const method = await must(() => shop.call('GET', `/v1/payment_methods/${id}`));
    expect(method.disputed).toBe(false);
  });
});
