import { newEmail } from '@florin/system-kit';
import { beforeAll, expect, it } from 'vitest';
import { baseUrl } from '../api.ts';
import { must, newOwner, type Owner } from '../contract/people.ts';
import { saveCard } from '../contract/save-card.ts';
import { confirm, visitConsole } from './console-visit.ts';
import { describeInBrowser } from './describe-in-browser.ts';
import { findBarriers } from './find-barriers.ts';

describeInBrowser('billing in the console', (browser) => {
  let shop: Owner;
  beforeAll(async () => {
    shop = await newOwner({ name: 'Blumenhaus Ada', settings: { currency: 'EUR' } });
  });

  const draft = async () => {
    const { id } = await must(() =>
      shop.call('POST', '/v1/customers', { body: { name: 'Grace' } }),
    );
    const lines = [{ description: 'Roses', quantity: 3, unit_amount: 999 }];
    const body = { customer_id: id, lines };
    return must(() => shop.call('POST', '/v1/invoices', { body }));
  };

  it('writes an invoice that is charged automatically, and finalizes it with the saved card', async () => {
    const customer = await must(() =>
      shop.call('POST', '/v1/customers', { body: { name: 'Grace', email: newEmail() } }),
    );
    await saveCard(shop, customer.id);
    const { page } = await visitConsole(browser(), shop, '/console/invoices');
    await page.getByRole('button', { name: 'Create invoice' }).click();
    await page.locator('dialog').getByLabel('Customer').fill(customer.id);
    await page.locator('dialog').getByLabel('Description').fill('Roses');
    await page.locator('dialog').getByLabel('Amount').fill('12.50');
    await page.locator('dialog').getByLabel('Collection').selectOption('charge_automatically');
    await confirm(page);
    const drafts = () =>
      must(() => shop.call('GET', `/v1/invoices?customer_id=${customer.id}&status=draft`));
    await expect.poll(async () => (await drafts()).data.length, { timeout: 20_000 }).toBe(1);
    const [{ id, collection_method }] = (await drafts()).data;
    expect(collection_method).toBe('charge_automatically');
    const opened = await visitConsole(browser(), shop, `/console/invoices/${id}`);
    await opened.page.getByRole('button', { name: 'Finalize' }).click();
    await opened.page.getByText('charged to the saved payment method').waitFor();
    await confirm(opened.page);
    // An event shows the open invoice before the charge has completed.
    const read = () => must(() => shop.call('GET', `/v1/invoices/${id}`));
    await expect.poll(async () => (await read()).status, { timeout: 20_000 }).toBe('paid');
    expect(await read()).toMatchObject({ amount_paid: 1_250, attempt_count: 0 });
  });

  it('records a part of a payment and then more than the rest, and lists both', async () => {
    const { id } = await draft();
    await must(() => shop.call('POST', `/v1/invoices/${id}/finalize`, { body: {} }));
    const { page } = await visitConsole(browser(), shop, `/console/invoices/${id}`);
    const record = async (amount: string, reference: string, said: string) => {
      await page.getByRole('button', { name: 'Mark as paid' }).click();
      await page.locator('dialog').getByLabel('Amount').fill(amount);
      await page.locator('dialog').getByLabel('Reference').fill(reference);
      await page.locator('dialog').getByText(said).waitFor();
      await confirm(page);
    };
    const read = () => must(() => shop.call('GET', `/v1/invoices/${id}`));
    await record('10.00', 'wire 1', '€19.97 of the invoice stays open');
    await expect.poll(async () => (await read()).amount_remaining, { timeout: 20_000 }).toBe(1_997);
    await page.getByText('wire 1').first().waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await record('20.00', 'wire 2', '€0.03 more than due becomes credit');
    await expect.poll(async () => (await read()).status, { timeout: 20_000 }).toBe('paid');
    await page.getByText('wire 2').first().waitFor();
    expect(await read()).toMatchObject({ amount_paid: 2_997, amount_overpaid: 3 });
  });

  it('mails invoices if the setting is checked', async () => {
    const { page } = await visitConsole(browser(), shop, '/console/settings');
    const card = page.locator('section', { has: page.locator('#setting-invoiceMails') });
    await card.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Email customers each paid invoice').check();
    await confirm(page);
    const profile = await must(() => shop.call('GET', '/v1/seller_profile'));
    expect(profile.mail_invoices).toBe(true);
  });

  it('chooses the tax engine, and shows what Stripe Tax needs', async () => {
    const seller = await newOwner({ name: 'Taxed', settings: { currency: 'EUR' } });
    const { page } = await visitConsole(browser(), seller, '/console/settings');
    const card = page.locator('section', { has: page.locator('#setting-tax') });
    await card.getByRole('button', { name: 'Edit' }).click();
    await page.getByText('a Stripe key set by the operator').waitFor();
    await page.getByLabel('Tax calculated by').selectOption('stripe_tax');
    await page.locator('dialog button.primary').click();
    await page.getByRole('alert').getByText('set address').waitFor();
    const address = { line1: 'Weg 1', postal_code: '10115', city: 'Berlin', country: 'DE' };
    await must(() => seller.call('PATCH', '/v1/seller_profile', { body: { address } }));
    await page.locator('dialog button.primary').click();
    await page.getByRole('alert').getByText('BILLING_STRIPE_TAX_KEY').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByLabel('Tax calculated by').selectOption('florin');
    await page.getByLabel('Charge tax').check();
    await confirm(page);
    expect(await must(() => seller.call('GET', '/v1/seller_profile'))).toMatchObject({
      ...{ charges_tax: true, tax_provider: 'florin', address: { country: 'DE' } },
    });
  });

  it("edits a subscription's metadata line by line, and keeps values that fit in no line", async () => {
    const metadata = { order: '7', team: 'a', 'a:b': 'x', seats: { max: 3 } };
    const body = { customer_id: 'meta', plan: 'basic', trial_period_days: 14, metadata };
    const { id } = await must(() => shop.call('POST', '/v1/subscriptions', { body }));
    const { page } = await visitConsole(browser(), shop, `/console/subscriptions/${id}`);
    await page.getByRole('button', { name: 'Edit metadata' }).click();
    const field = page.locator('dialog').getByLabel('metadata', { exact: false });
    expect(await field.inputValue()).toBe('order: 7\nteam: a');
    await field.fill('order: 8\nurl: https://shop.example/7');
    await confirm(page);
    const read = await must(() => shop.call('GET', `/v1/subscriptions/${id}`));
    expect(read.metadata).toEqual({
      ...{ order: '8', 'a:b': 'x', seats: { max: 3 }, url: 'https://shop.example/7' },
    });
  });

  it('shows the days of retries after a failed charge, and changes them', async () => {
    const { page } = await visitConsole(browser(), shop, '/console/settings');
    const card = page.locator('section', { has: page.locator('#setting-dunning') });
    await card.getByText('retried 1, 3, 5, and 7 days after').waitFor();
    await card.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Days after the first failure').fill('2, 1');
    await page.locator('dialog button.primary').click();
    await page.getByRole('alert').getByText('must increase').waitFor();
    await page.getByLabel('Days after the first failure').fill('2, 10, x');
    await page.locator('dialog').getByText('Enter increasing days').waitFor();
    await page.getByLabel('Days after the first failure').fill('2 10');
    await page.locator('dialog').getByText('keep their original schedule').waitFor();
    await page.getByLabel('After the last failure').selectOption('pause');
    await page.locator('dialog').getByText('paused until its invoice is paid').waitFor();
    await confirm(page);
    await card.getByText('retried 2 and 10 days').waitFor();
    const settings = await must(() => shop.call('GET', '/v1/billing_settings'));
    expect(settings).toMatchObject({ dunning_days: [2, 10], dunning_final_action: 'pause' });
  });

  it('links a figure to the subscriptions that it sums up', async () => {
    const seller = await newOwner({ name: 'Recurring', settings: { currency: 'EUR' } });
    for (const quantity of [2, 1]) {
      const body = { customer_id: `c${quantity}`, plan: 'basic', quantity };
      await must(() => seller.call('POST', '/v1/subscriptions', { body }));
    }
    const { page } = await visitConsole(browser(), seller);
    const figure = page.locator('.charts li', { hasText: 'Monthly recurring revenue' });
    await expect.poll(() => figure.textContent(), { timeout: 20_000 }).toContain('2 subscriptions');
    const total = await figure.locator('strong').first().textContent();
    await page.getByText('Monthly recurring revenue: Calculation').click();
    const parts = page.getByRole('region', { name: 'Monthly recurring revenue' });
    await parts.getByRole('row', { name: `Monthly recurring revenue ${total}` }).waitFor();
    expect(await parts.getByRole('row').count()).toBe(3);
    const root = 'document.documentElement';
    expect(await page.evaluate(`${root}.scrollWidth - ${root}.clientWidth`)).toBe(0);
    expect(await findBarriers(page)).toEqual([]);
    await parts.getByRole('link', { name: /^sub_/ }).first().click();
    await page.waitForSelector('#facts');
  });

  it('changes the price of a plan, and shows the subscriptions at each price', async () => {
    const plan = { id: 'gold', name: 'Gold', amount: 1_500, interval: 'month', interval_count: 3 };
    await must(() => shop.call('POST', '/v1/plans', { body: plan }));
    const body = { customer_id: 'of-gold', plan: 'gold' };
    const { id } = await must(() => shop.call('POST', '/v1/subscriptions', { body }));
    const { page } = await visitConsole(browser(), shop, '/console/plans');
    await page.getByRole('link', { name: 'gold', exact: true }).click();
    await page
      .getByRole('region', { name: 'Subscriptions' })
      .getByText('of-gold')
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Add price' }).click();
    await page.getByLabel(/^Amount/).fill('18.00');
    await page.getByText('keep their price until they are changed').waitFor();
    await confirm(page);
    const others = page.getByRole('region', { name: 'Other prices' });
    await others.getByRole('link', { name: 'gold_v2' }).click();
    await page.getByRole('region', { name: 'Other prices' }).getByText('€15.00').waitFor();
    const second = await must(() => shop.call('GET', '/v1/plans/gold_v2'));
    expect(second).toMatchObject({ name: 'Gold', amount: 1_800, interval_count: 3 });
    // Its subscription keeps the former price and links to that plan.
    expect(await page.getByRole('region', { name: 'Subscriptions' }).count()).toBe(0);
    await page.goto(`${baseUrl()}/console/subscriptions/${id}`);
    await page
      .getByRole('region', { name: 'Details' })
      .getByRole('link', { name: 'gold', exact: true })
      .click();
    await page.getByRole('heading', { name: 'Gold' }).waitFor();
  });

  it('builds a price in tiers, which shows what quantities cost, and sells it', async () => {
    const { page } = await visitConsole(browser(), shop, '/console/products');
    await page.getByRole('button', { name: 'Create product' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Team seat');
    await page.getByLabel('Unit name').fill('seat');
    await confirm(page);
    await page.getByRole('heading', { name: 'Team seat' }).waitFor();
    await page.getByRole('button', { name: 'Add price' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/^Unit price/).fill('0,0035');
    // 1, 10, 1 000 and 100 000 units at 0.35 cents.
    const costs = dialog.locator('.costs tbody td:last-child');
    await expect
      .poll(() => costs.allTextContents())
      .toEqual(['€0.00', '€0.04', '€3.50', '€350.00']);
    await dialog.getByLabel('Pricing').selectOption('graduated');
    await dialog.getByRole('button', { name: 'Add tier' }).click();
    expect(await dialog.getByRole('button', { name: 'Add price' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Up to 1').fill('5');
    await dialog.getByLabel('Price per unit 1').fill('7');
    await dialog.getByLabel('Fixed price 1').fill('10');
    await dialog.getByLabel('Price per unit 2').fill('6.005');
    await expect
      .poll(() => costs.allTextContents())
      .toEqual(['€17.00', '€75.03', '€6,019.98', '€600,514.98']);
    expect(await findBarriers(page)).toEqual([]);
    await dialog.getByLabel('Lookup key').fill('team_monthly');
    await confirm(page);
    const prices = page.getByRole('region', { name: 'Prices' });
    await prices.getByText('team_monthly').waitFor();
    const { data } = await must(() => shop.call('GET', '/v1/prices?lookup_key=team_monthly'));
    expect(data).toMatchObject([
      {
        ...{ name: 'Team seat', tiers_mode: 'graduated', recurring: { interval: 'month' } },
        tiers: [
          { up_to: 5, unit_amount: 700, flat_amount: 1_000 },
          { up_to: null, unit_amount: null, unit_amount_decimal: '600.5', flat_amount: 0 },
        ],
      },
    ]);
    const body = { customer_id: 'of-team', plan: 'team_monthly', quantity: 10 };
    const sold = await must(() => shop.call('POST', '/v1/subscriptions', { body }));
    expect(sold.amount).toBe(7_503);
    await prices.getByRole('link', { name: 'Team seat' }).first().click();
    await page
      .getByRole('region', { name: 'Subscriptions' })
      .getByText('of-team')
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Stop selling' }).click();
    await confirm(page);
    await page.getByRole('button', { name: 'Sell again' }).waitFor();
  });

  it('previews a draft before it is finalized', async () => {
    const { id } = await draft();
    const { page } = await visitConsole(browser(), shop, `/console/invoices/${id}`);
    const opens = page.waitForEvent('popup');
    await page.getByRole('link', { name: 'Page', exact: true }).click();
    const shown = await opens;
    await shown.getByRole('heading', { name: 'Invoice (draft)' }).waitFor();
    await shown.getByText('not payable yet').waitFor();
    expect(await findBarriers(shown)).toEqual([]);
    const pdf = await page.request.get(`${baseUrl()}/v1/invoices/${id}/pdf`, {
      headers: { 'Florin-CSRF': '1' },
    });
    expect([pdf.status(), pdf.headers()['content-type']]).toEqual([200, 'application/pdf']);
    const why = page.getByRole('region', { name: 'Calculation' });
    await why.locator('summary', { hasText: 'Amount remaining' }).click();
    await why.getByRole('row', { name: 'Amount due €29.97' }).waitFor();
    await why.locator('summary', { hasText: 'Lines' }).click();
    await why.locator('summary', { hasText: 'Subtotal' }).click();
    await why.getByRole('row', { name: '1. Roses €29.97' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Finalize' }).click();
    await confirm(page);
    await page.locator('.head .state', { hasText: 'Open' }).waitFor();
  });
});
