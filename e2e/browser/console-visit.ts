import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { baseUrl } from '../api.ts';
import type { Owner } from '../contract/people.ts';
import { DESKTOP, openTab } from './open-browser.ts';

/** A user logged in through a browser, on a page of the console or of the docs. */
export async function visitConsole(
  browser: Browser,
  { email, password }: Pick<Owner, 'email' | 'password'>,
  path = '/console',
  options: BrowserContextOptions = {},
): Promise<{ readonly page: Page; readonly asked: readonly string[] }> {
  const tab = await openTab(browser, { viewport: DESKTOP, locale: 'en', ...options });
  await tab.page.goto(`${baseUrl()}/auth/login?return_to=${encodeURIComponent(path)}`);
  await tab.page.fill('input[name=email]', email);
  await tab.page.fill('input[name=password]', password);
  await tab.page.click('button');
  await tab.page.waitForURL((url) => !url.pathname.startsWith('/auth'));
  // The heading of the app: the page has one before its script has run.
  await tab.page.waitForSelector('main h1');
  return tab;
}

/** Presses the button of a dialog. */
export async function confirm(page: Page): Promise<void> {
  await page.locator('dialog button.primary').click();
  await page.locator('dialog').waitFor({ state: 'detached' });
}
