import { expect, it } from 'vitest';
import { baseUrl } from '../api.ts';
import { ADMIN, must, newKey, newOwner, newUser } from '../contract/people.ts';
import { query } from '../database.ts';
import { confirm, visitConsole } from './console-visit.ts';
import { describeInBrowser } from './describe-in-browser.ts';
import { findBarriers } from './find-barriers.ts';
import { PHONE } from './open-browser.ts';

const WHY = 'The bank asks for <b>proof</b> of identity.';

describeInBrowser('operators in the console', (browser) => {
  it('suspend an account with a reason, which its page, its events and the audit log show', async () => {
    const owner = await newOwner({ name: 'Café Grace' });
    const path = `/console/accounts/${owner.accountId}`;
    const { page } = await visitConsole(browser(), ADMIN, path);
    await page.getByRole('button', { name: 'Suspend' }).click();
    const suspend = page.locator('dialog button.primary');
    expect(await suspend.isDisabled()).toBe(true);
    await page.getByLabel(/^Reason/).fill(WHY);
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
    const theirs = await visitConsole(browser(), owner);
    await theirs.page.locator('.banner', { hasText: WHY }).waitFor();
    expect(await findBarriers(theirs.page)).toEqual([]);
    await page.goto(baseUrl() + path);
    await page.getByRole('button', { name: 'Activate' }).click();
    await confirm(page);
    await page.locator('h1 .state', { hasText: 'Active' }).waitFor();
    const account = await must(() => owner.call('GET', '/v1/account'));
    expect(account.status_reason).toBeNull();
  });

  it('see that an account has no active owner, and make one of its users the owner', async () => {
    const owner = await newOwner({ name: 'Atelier Grace' });
    const member = await newUser(owner);
    const path = `/console/accounts/${owner.accountId}`;
    const { page } = await visitConsole(browser(), ADMIN, path);
    const notice = page.getByRole('alert', { name: 'This account has no active owner.' });
    await page.locator('.timeline').waitFor();
    expect(await notice.count()).toBe(0);
    // No operation leads to this state today, but accounts of earlier releases may have it.
    await query('identity', `update identity.users set status = 'suspended' where email = $1`, [
      owner.email,
    ]);
    await page.reload();
    await notice.getByText('POST /v1/users with account_id').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await notice.getByRole('button', { name: 'Make owner' }).click();
    await confirm(page);
    await notice.waitFor({ state: 'detached' });
    const user = await must(() => member.call('GET', `/v1/users/${member.userId}`));
    expect(user.role).toBe('owner');
  });

  it('follow a request to all of its effects', async () => {
    const owner = await newOwner({ name: 'Blumenhaus Ada', settings: { currency: 'EUR' } });
    const endpoint = { url: 'http://127.0.0.1:9/hook', event_types: ['payment.*'] };
    await must(() => owner.call('POST', '/v1/webhook_endpoints', { body: endpoint }));
    const key = await newKey(owner, ['payments:write']);
    const body = {
      ...{ account_id: owner.accountId, amount: 12_900, currency: 'EUR' },
      customer_email: 'grace@example.com',
    };
    const paid = await must(() => key.call('POST', '/v1/payments', { body }));
    const refused = await key.call('POST', '/v1/webhook_endpoints', { body: endpoint });
    const { page } = await visitConsole(browser(), owner, '/console/requests');
    const rows = page.locator('tbody tr');
    await page.getByLabel('Method').selectOption('POST');
    await page.getByLabel('Path').fill('/v1/webhook');
    await page.keyboard.press('Enter');
    await expect.poll(() => rows.count()).toBe(2);
    await page.getByLabel('Outcome').selectOption('refused');
    await expect.poll(() => rows.count()).toBe(1);
    await rows.getByText('403').waitFor();
    await rows.getByRole('link', { name: refused.headers.get('request-id') ?? '' }).waitFor();
    await page.goto(`${baseUrl()}/console/requests?api_key_id=${key.id}&path=/v1/payments`);
    await rows.getByText('2xx').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await rows.getByRole('link', { name: /^req_/ }).click();
    await page.getByRole('heading', { name: /^Request/ }).waitFor();
    const timeline = page.locator('.timeline');
    await timeline.getByRole('link', { name: 'Payment created' }).waitFor();
    await timeline.getByRole('link', { name: paid.id }).waitFor();
    await timeline.getByText('from 127.0.0.1').waitFor();
    await timeline.getByRole('button', { name: 'Deliveries' }).click();
    await timeline.getByText('ECONNREFUSED').waitFor();
    await page.setViewportSize(PHONE);
    expect(await findBarriers(page)).toEqual([]);
    await timeline.getByRole('link', { name: paid.id }).click();
    await page.locator('#facts').waitFor();
    // A developer sees the requests of keys, but not of people.
    const developer = await newUser(owner);
    const role = { body: { role: 'developer' } };
    await must(() => owner.call('PATCH', `/v1/account/users/${developer.userId}`, role));
    const theirs = await visitConsole(browser(), developer, '/console/requests');
    const seen = theirs.page.locator('tbody tr');
    await expect.poll(() => seen.count()).toBe(2);
    expect(await seen.getByRole('link', { name: key.id }).count()).toBe(2);
  });

  it('see the failures of an endpoint before it is disabled', async () => {
    const owner = await newOwner({ name: 'Far away' });
    const body = { url: 'http://127.0.0.1:9/hook' };
    const { id } = await must(() => owner.call('POST', '/v1/webhook_endpoints', { body }));
    await must(() => owner.call('POST', '/v1/customers', { body: { name: 'Ada' } }));
    const path = `/v1/webhook_endpoints/${id}`;
    await expect
      .poll(async () => (await must(() => owner.call('GET', path))).failing_since)
      .not.toBeNull();
    const { page } = await visitConsole(browser(), owner);
    await page.getByRole('link', { name: 'Failing webhook endpoints 1' }).click();
    await page.locator('tbody tr', { hasText: '127.0.0.1:9' }).getByText('Enabled').waitFor();
  });

  it('see who accepts payments, and the findings of reconciliations', async () => {
    const { page } = await visitConsole(browser(), ADMIN, '/console/system');
    const section = page.locator('section', { has: page.locator('#processors') });
    await section.getByText('Bank transfer · Test').waitFor();
    await section.getByText('Test · Test').waitFor();
    await section.getByRole('heading', { name: 'Reconciliations' }).waitFor();
    await page.setViewportSize(PHONE);
    expect(await findBarriers(page)).toEqual([]);
    const root = 'document.documentElement';
    expect(await page.evaluate(`${root}.scrollWidth - ${root}.clientWidth`)).toBe(0);
  });
});
