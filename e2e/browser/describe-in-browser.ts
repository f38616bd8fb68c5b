import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import { CHROMIUM_VARIABLE } from './bring-chromium.ts';
import { openBrowser } from './open-browser.ts';

/** Stories that need a browser. Where there is none they are skipped, which the start has said. */
export function describeInBrowser(what: string, tell: (browser: () => Browser) => void): void {
  const path = process.env[CHROMIUM_VARIABLE] ?? '';
  describe.skipIf(path === '')(what, () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await openBrowser(path);
    });
    afterAll(() => browser?.close());
    tell(() => browser);
  });
}

/** Each tab holds a stream, of which an account has so many. */
export function closeTabsAfterEach(browser: () => Browser): void {
  afterEach(() =>
    Promise.all(
      browser()
        .contexts()
        .map((context) => context.close()),
    ),
  );
}
