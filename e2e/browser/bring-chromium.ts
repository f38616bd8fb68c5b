import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Chromium without the parts that draw a window starts four times as fast. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';
const INSTALL_MS_MAX = 240_000;

/** Path of the browser for the stories; empty without one. */
export const CHROMIUM_VARIABLE = 'FLORIN_E2E_CHROMIUM';

/** The browser, or the reason for its absence. */
export type Chromium = { readonly path: string } | { readonly missing: string };

/**
 * Debian's Chromium headless shell, installed first if run as root; FLORIN_CHROMIUM names another
 * one.
 */
export async function bringChromium(): Promise<Chromium> {
  const path = process.env.FLORIN_CHROMIUM ?? HEADLESS_SHELL;
  if (existsSync(path)) return { path };
  if (path !== HEADLESS_SHELL)
    return { missing: `FLORIN_CHROMIUM is ${path}, which does not exist` };
  if (process.getuid?.() !== 0)
    return {
      missing:
        'Chromium is missing: apt-get install chromium-headless-shell, or set FLORIN_CHROMIUM',
    };
  try {
    const options = {
      timeout: INSTALL_MS_MAX,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    };
    await run('apt-get', ['-q', 'update'], options);
    await run(
      'apt-get',
      ['-qy', 'install', '--no-install-recommends', 'chromium-headless-shell'],
      options,
    );
  } catch (error) {
    const why = String((error as { stderr?: string }).stderr || error).trim();
    return { missing: `Chromium is missing, and apt-get could not install it: ${lastLine(why)}` };
  }
  return existsSync(path) ? { path } : { missing: `apt-get installed no Chromium at ${path}` };
}

const lastLine = (text: string) => text.split('\n').at(-1) ?? '';

/** Installs Chromium once for all stories of this run, or prints why it cannot. */
export async function prepareBrowsing(): Promise<void> {
  const chromium = await bringChromium();
  process.env[CHROMIUM_VARIABLE] = 'path' in chromium ? chromium.path : '';
  if ('missing' in chromium)
    process.stderr.write(`${chromium.missing}. The stories in a browser are skipped.\n`);
}
