import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Chromium without the parts that draw a window: it starts four times as fast. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';
const INSTALL_MS_MAX = 240_000;

/** Where the stories find the program; empty when there is none. */
export const CHROMIUM_VARIABLE = 'FLORIN_E2E_CHROMIUM';

/** The program to browse with, or why there is none. */
export type Chromium = { readonly path: string } | { readonly missing: string };

/** The headless shell of Debian's Chromium, installed first where root can; FLORIN_CHROMIUM names another. */
export async function bringChromium(): Promise<Chromium> {
  const path = process.env.FLORIN_CHROMIUM ?? HEADLESS_SHELL;
  if (existsSync(path)) return { path };
  if (path !== HEADLESS_SHELL) return { missing: `FLORIN_CHROMIUM is ${path}, where nothing is` };
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
  return existsSync(path) ? { path } : { missing: `apt-get has put no Chromium at ${path}` };
}

const lastLine = (text: string) => text.split('\n').at(-1) ?? '';

/** Brings Chromium for the stories of this run, once for all of them, or says that it cannot. */
export async function prepareBrowsing(): Promise<void> {
  const chromium = await bringChromium();
  process.env[CHROMIUM_VARIABLE] = 'path' in chromium ? chromium.path : '';
  if ('missing' in chromium)
    process.stderr.write(`${chromium.missing}. The stories in a browser are skipped.\n`);
}
