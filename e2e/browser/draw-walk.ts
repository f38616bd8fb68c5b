import { join } from 'node:path';
import { type Answer, eventually } from '@florin/testing';
import type { Browser, Page } from 'playwright-core';
import { baseUrl } from '../api.ts';
import { newOwner } from '../contract/people.ts';
import { logInAdmin } from '../contract/world.ts';
import { openTab, PHONE } from './open-browser.ts';

const AMOUNT = 12_900;
/** With any other card, the money can be paid out only days later. */
const AVAILABLE_AT_ONCE = '4000000000000077';

/**
 * Follows a customer's money: requested, paid at the Stripe stand-in, on the account, paid out,
 * reconciled with Stripe's settlement. Draws each stop.
 */
export async function drawWalk(browser: Browser, folder: string): Promise<void> {
  const { page } = await openTab(browser, { viewport: PHONE });
  const draw = (name: string) =>
    page.screenshot({ path: join(folder, `walk-${name}.png`), fullPage: true });
  const owner = await newOwner({ name: 'Blumenhaus Ada', settings: { currency: 'EUR' } });
  const { body: asked } = await owner.call('POST', '/v1/payments', {
    body: {
      account_id: owner.accountId,
      amount: AMOUNT,
      currency: 'EUR',
      customer_email: 'customer@example.com',
      reference: 'Order 2041',
    },
  });
  await page.goto(new URL(new URL(asked.payment_url).pathname, baseUrl()).href);
  await draw('1-asked');
  await page.locator('form:has(input[name=processor][value=stripe]) button').click();
  await page.locator('input[name=number]').fill(AVAILABLE_AT_ONCE);
  await page.locator('input[name=expiry]').fill('12/40');
  await page.locator('input[name=cvc]').fill('123');
  await draw('2-at-stripe');
  await page.locator('button[value=pay]').click();
  await page.getByText('This is your receipt').waitFor();
  await draw('3-paid');
  const payout = await owner.call('POST', '/v1/payouts', {
    body: { account_id: owner.accountId, amount: 10_000, currency: 'EUR' },
  });
  await showReply(page, 'POST /v1/payouts', payout);
  await draw('4-paid-out');
  const admin = await logInAdmin();
  const path = `/v1/reconciliations?account_id=${owner.accountId}`;
  const report = await eventually(async () => {
    const answer = await admin.call('GET', path);
    if (!answer.body.data[0]?.payouts.count) throw new Error('the settlement is incomplete');
    return answer;
  });
  await showReply(page, 'GET /v1/reconciliations', report);
  await draw('5-reconciled');
  await page.context().close();
}

/** Shown as text, since these pages are for programs. */
async function showReply(page: Page, what: string, { status, body }: Answer): Promise<void> {
  await page.setContent('<pre style="font: 12px monospace; white-space: pre-wrap"></pre>');
  await page.locator('pre').evaluate(
    (element, text) => {
      element.textContent = text;
    },
    `${what}\n${status}\n\n${JSON.stringify(body, null, 2)}`,
  );
}
