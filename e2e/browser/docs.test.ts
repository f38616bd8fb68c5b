import { expect, it } from 'vitest';
import { baseUrl, openAccount } from '../api.ts';
import { describeInBrowser } from './describe-in-browser.ts';
import { findBarriers } from './find-barriers.ts';
import { DESKTOP, openTab } from './open-browser.ts';

/** It is 4 MB of script, and this machine may be busy. */
const DRAWN_MS_MAX = 120_000;

describeInBrowser('the reference in a browser', (browser) => {
  it('shows examples, tries an operation with a token, and asks nobody but this Florin', async () => {
    const { accountId, token } = await openAccount();
    const { page, asked } = await openTab(browser(), { viewport: DESKTOP });
    const errors: string[] = [];
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    page.setDefaultTimeout(DRAWN_MS_MAX);
    await page.goto(`${baseUrl()}/docs`, { waitUntil: 'commit' });
    await page.getByPlaceholder('Token').first().fill(token);
    for (const group of ['payments', 'subscriptions', 'webhook_endpoints'])
      expect(await page.getByRole('button', { name: `Open Group - ${group}` }).count()).toBe(1);
    await page.goto(`${baseUrl()}/docs#tag/account/GET/v1/account`);
    await page.getByText('"Blumenhaus Ada"').first().waitFor();
    await page.getByRole('button', { name: /^Test Request.*get \/v1\/account\)$/ }).click();
    const answer = page.waitForResponse(`${baseUrl()}/v1/account`);
    await page.getByRole('button', { name: /^Send/ }).first().click();
    expect((await answer).status()).toBe(200);
    await page.getByText(`"${accountId}"`).first().waitFor();
    const origins = new Set(asked.map((address) => new URL(address).origin));
    expect([...origins]).toEqual([new URL(baseUrl()).origin]);
    expect(errors).toEqual([]);
  }, 180_000);
});

describeInBrowser('the address of the gateway alone, in a browser', (browser) => {
  it('leads to the reference, and bars nobody', async () => {
    const { page } = await openTab(browser(), { viewport: DESKTOP });
    await page.goto(`${baseUrl()}/`);
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('link', { name: /^Reference/ }).click();
    expect(new URL(page.url()).pathname).toBe('/docs');
  }, 180_000);
});
