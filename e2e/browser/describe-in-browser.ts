import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import { CHROMIUM_VARIABLE } from './bring-chromium.ts';
import { openBrowser } from './open-browser.ts';

/** Tests that need a browser. Without one they are skipped, and the run prints the reason first. */
export function describeInBrowser(
  what: string,
  describeTests: (browser: () => Browser) => void,
): void {
  const path = process.env[CHROMIUM_VARIABLE] ?? '';
  describe.skipIf(path === '')(what, () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await openBrowser(path);
    });
    // An open tab occupies one of the few streams of its account, and keeps polling.
    afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));
    afterAll(() => browser?.close());
    describeTests(() => browser);
  });
}
