import { mkdtemp, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { CHROMIUM_VARIABLE } from './bring-chromium.ts';
import { chromiumArguments } from './open-browser.ts';
import { shareBetween } from './pictures.ts';

const require = createRequire(import.meta.url);
const fonts = dirname(require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'));

/**
 * Chromium that draws letters the same on every machine: one font, no hinting, no colored edges.
 */
export async function openSteadyBrowser(): Promise<Browser> {
  const folder = await mkdtemp(join(tmpdir(), 'florin-fonts-'));
  const file = join(folder, 'fonts.conf');
  await writeFile(
    file,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${fonts}</dir>
  <cachedir>${folder}</cachedir>
  <match target="pattern">
    <test name="family" compare="not_eq"><string>monospace</string></test>
    <edit name="family" mode="assign" binding="strong"><string>DejaVu Sans</string></edit>
  </match>
  <match target="pattern">
    <test name="family"><string>monospace</string></test>
    <edit name="family" mode="assign" binding="strong"><string>DejaVu Sans Mono</string></edit>
  </match>
</fontconfig>
`,
  );
  return chromium.launch({
    executablePath: process.env[CHROMIUM_VARIABLE] ?? '',
    args: [
      ...chromiumArguments(),
      ...['--font-render-hinting=none', '--disable-lcd-text', '--force-color-profile=srgb'],
    ],
    env: { ...process.env, FONTCONFIG_FILE: file } as Record<string, string>,
  });
}

/** A browser expression that replaces texts which vary from run to run. */
const READ_ALIKE = `(() => {
  const likes = [
    [/\\b([a-z]{2,5})_[0-9a-z]{26,32}\\b/g, '$1_01h455vb4pex5vsknk00000001'],
    [/[^\\s@]+@[^\\s@]+\\.\\w+/g, 'ada@example.com'],
    [/https?:\\/\\/\\S+/g, 'https://shop.example/1'],
    [/\\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \\d{1,2}\\b/g, 'Jan 31'],
  ];
  for (const time of document.querySelectorAll('time')) time.textContent = 'Jan 31, 2026, 10:00 AM';
  for (const field of document.querySelectorAll('input[type=datetime-local]'))
    if (field.value) field.value = '2026-01-31T10:00';
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = likes.reduce((all, [from, to]) => all.replaceAll(from, to), node.data);
    if (text !== node.data) node.data = text;
  }
  document.activeElement?.blur();
})()`;

const PAUSE_MS = 300;
const TRIES_MAX = 20;

/**
 * A picture of the viewport once nothing moves; ids, times and addresses are replaced by fixed
 * texts.
 */
export async function drawSteadily(page: Page): Promise<Buffer> {
  let before: Buffer | undefined;
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    await page.waitForTimeout(PAUSE_MS);
    await page.evaluate(READ_ALIKE);
    const drawn = await page.screenshot({ animations: 'disabled', caret: 'hide' });
    if (before && shareBetween(before, drawn) === 0) return drawn;
    before = drawn;
  }
  throw new Error(`the page at ${page.url()} keeps moving`);
}
