import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { baseUrl } from '../api.ts';
import { startFlorin, useFlorin } from '../start-florin.ts';
import { bringChromium } from './bring-chromium.ts';
import { openCustomer } from './customer-pages.ts';
import { drawConsole } from './draw-console.ts';
import { drawPeople } from './draw-people.ts';
import { drawWalk } from './draw-walk.ts';
import { DESKTOP, openBrowser, openTab, PHONE } from './open-browser.ts';
import { openShop, type Shop, states } from './shop.ts';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'dist/screenshots');
const shown = join(root, 'docs/images');
const sizes = { phone: PHONE, desktop: DESKTOP };

/** Draws every state of the payment page, at the width of a phone and of a desktop. */
async function drawPaymentPages(browser: Browser, shop: Shop): Promise<void> {
  for (const [state, reach] of Object.entries(states)) {
    for (const [size, viewport] of Object.entries(sizes)) {
      const { page } = await openTab(browser, { viewport });
      await page.goto(new URL(new URL(await reach(shop), baseUrl()).pathname, baseUrl()).href);
      await page.screenshot({ path: join(folder, `pay-${state}-${size}.png`), fullPage: true });
      await page.context().close();
    }
  }
}

/** Draws a customer's invoices and portal in each language. */
async function drawCustomerPages(browser: Browser): Promise<void> {
  for (const language of ['en', 'de', 'fr', 'es']) {
    const { pages } = await openCustomer(language);
    for (const [name, url] of Object.entries(pages)) {
      const colorScheme = language === 'fr' ? ('dark' as const) : ('light' as const);
      const { page } = await openTab(browser, { viewport: PHONE, locale: language, colorScheme });
      await page.goto(url);
      const path = join(folder, `customer-${name}-${language}.png`);
      await page.screenshot({ path, fullPage: true });
      await page.context().close();
    }
  }
}

/** Draws an operation of the reference, with its example. */
async function drawReference(browser: Browser): Promise<void> {
  const { page } = await openTab(browser, { viewport: DESKTOP });
  await page.goto(`${baseUrl()}/docs/api/createPayment`);
  await page.screenshot({ path: join(folder, 'reference-desktop.png') });
}

const drawings: Readonly<Record<string, (browser: Browser) => Promise<void>>> = {
  pay: async (browser) => drawPaymentPages(browser, await openShop('Blumenhaus Ada')),
  customer: drawCustomerPages,
  people: (browser) => drawPeople(browser, folder),
  console: (browser) => drawConsole(browser, folder),
  reference: drawReference,
  walk: (browser) => drawWalk(browser, folder),
};

/** All screenshots, unless some are named: `npm run screenshots -- console`. */
function isWanted(name: string): boolean {
  const named = process.argv.slice(2);
  return named.length === 0 || named.includes(name);
}

async function draw(path: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const florin = process.env.FLORIN_E2E_URL
    ? undefined
    : await startFlorin({ settlementsEveryMs: 1_000 });
  if (florin) useFlorin(florin);
  const browser = await openBrowser(path);
  try {
    for (const [name, drawIt] of Object.entries(drawings))
      if (isWanted(name)) await drawIt(browser);
  } finally {
    await browser.close();
    await florin?.stop();
  }
  await updateDocs();
}

/** Copies the pictures that the docs show; the others are for a reviewer. */
async function updateDocs(): Promise<void> {
  const drawn = new Set(await readdir(folder));
  const names = (await readdir(shown)).filter((name) => drawn.has(name));
  await Promise.all(names.map((name) => copyFile(join(folder, name), join(shown, name))));
}

const chromium = await bringChromium();
if ('path' in chromium) await draw(chromium.path);
else {
  process.stderr.write(`${chromium.missing}\n`);
  process.exitCode = 1;
}
