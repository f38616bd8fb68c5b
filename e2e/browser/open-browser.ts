import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

export const PHONE = { width: 360, height: 740 };
export const DESKTOP = { width: 1280, height: 860 };

/** Chromium treats a page made by a test as a public one, which may not call localhost. */
const MADE_UP_PAGES = '--disable-features=LocalNetworkAccessChecks';

/** As root, Chromium runs without a sandbox; it only opens our own pages. */
export function chromiumArguments(): readonly string[] {
  return [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), MADE_UP_PAGES];
}

/** Chromium without a window. */
export function openBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: [...chromiumArguments()] });
}

/** A page in a new browser context, and every address that it requests. */
export async function openTab(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<{ readonly page: Page; readonly asked: readonly string[] }> {
  const context = await browser.newContext({
    viewport: PHONE,
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  return { page, asked };
}
