import type { Page } from 'playwright-core';
import { afterEach, expect, it } from 'vitest';
import { baseUrl } from '../api.ts';
import { ADMIN, must, newOwner } from '../contract/people.ts';
import { visitConsole } from './console-visit.ts';
import { describeInBrowser } from './describe-in-browser.ts';
import { findBarriers } from './find-barriers.ts';

const WHY = 'The bank asks for <b>proof</b> of identity.';

describeInBrowser('what whoever runs Florin does in the console', (browser) => {
  // Each tab holds a stream, of which an account has so many.
  afterEach(() =>
    Promise.all(
      browser()
        .contexts()
        .map((context) => context.close()),
    ),
  );
  const confirm = async (page: Page) => {
    await page.getByRole('button', { name: 'Do it' }).click();
    await page.locator('dialog').waitFor({ state: 'detached' });
  };

  it('suspends an account with a reason, which its page, its events and the audit log tell', async () => {
    const owner = await newOwner({ name: 'Café Grace' });
    const path = `/console/accounts/${owner.accountId}`;
    const { page } = await visitConsole(browser(), ADMIN, path);
    await page.getByRole('button', { name: 'Suspend' }).click();
    const doIt = page.getByRole('button', { name: 'Do it' });
    expect(await doIt.isDisabled()).toBe(true);
    await page.getByLabel(/^Why/).fill(WHY);
    expect(await findBarriers(page)).toEqual([]);
    await confirm(page);
    await page.locator('h1 .state', { hasText: 'Suspended' }).waitFor();
    await page
      .locator('section', { has: page.locator('#facts') })
      .getByText(WHY)
      .waitFor();
    await page.locator('.timeline').getByText(WHY).waitFor();
    await page.goto(`${baseUrl()}/console/audit_log?object_id=${owner.accountId}`);
    await page.locator('td', { hasText: WHY }).waitFor();
    await expect
      .poll(async () => {
        const { data } = await must(() => owner.call('GET', '/v1/events?type=account.suspended'));
        return data.map((event: { data: { object: object } }) => event.data.object);
      })
      .toMatchObject([{ status: 'suspended', status_reason: WHY }]);
    await page.goto(baseUrl() + path);
    await page.getByRole('button', { name: 'Activate' }).click();
    await confirm(page);
    await page.locator('h1 .state', { hasText: 'Active' }).waitFor();
    const account = await must(() => owner.call('GET', '/v1/account'));
    expect(account.status_reason).toBeNull();
  });
});
