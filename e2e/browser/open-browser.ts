import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

export const PHONE = { width: 360, height: 740 };
export const DESKTOP = { width: 1280, height: 860 };

/** Chromium takes a page that a test makes up for one of the internet, which may not call us. */
const MADE_UP_PAGES = '--disable-features=LocalNetworkAccessChecks';

/** As root it has no sandbox; it only ever sees our own pages. */
export function chromiumArguments(): readonly string[] {
  return [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), MADE_UP_PAGES];
}

/** Chromium without a window. */
export function openBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: [...chromiumArguments()] });
}

/** A page of a visitor of their own, and every address that it has asked for. */
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
