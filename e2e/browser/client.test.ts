import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { baseUrl } from '../api.ts';
import { newOwner } from '../contract/people.ts';
import { KNOWN_ORIGIN } from '../start-florin.ts';
import { describeInBrowser } from './describe-in-browser.ts';
import { openTab } from './open-browser.ts';

const sdk = join(import.meta.dirname, '../../sdk/typescript');
const script = join(import.meta.dirname, 'client-page.js');
describeInBrowser('the client in a browser', (browser) => {
  let built: string;
  beforeAll(async () => {
    built = await mkdtemp(join(tmpdir(), 'florin-client-'));
    const tsc = join(sdk, 'node_modules/.bin/tsc');
    await promisify(execFile)(tsc, ['-p', join(sdk, 'tsconfig.json'), '--outDir', built]);
  });
  afterAll(async () => {
    await rm(built, { recursive: true, force: true });
  });

  /** Runs code on a page of this origin, next to the built client. */
  async function onPageOf(origin: string, work: string, options: object): Promise<unknown> {
    const { page } = await openTab(browser());
    await page.route(`${origin}/**`, (route, request) => {
      const { pathname } = new URL(request.url());
      if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: '' });
      return route.fulfill({ path: pathname === '/page.js' ? script : join(built, pathname) });
    });
    await page.goto(origin);
    return page.evaluate(`Promise.all([import('/page.js'), import('/index.js')])
      .then(([page, client]) => page.${work}(client, ${JSON.stringify(options)}))`);
  }

  it('logs in, reads pages as one list and distinguishes errors by code', async () => {
    const { accountId, email, password } = await newOwner();
    const options = { url: baseUrl(), accountId, email, password };
    expect(await onPageOf(KNOWN_ORIGIN, 'useClient', options)).toEqual({
      references: ['Order 3', 'Order 2', 'Order 1'],
      code: 'insufficient_funds',
      requestId: expect.stringMatching(/^req_/),
      isTyped: true,
    });
  });

  it('gets no answer on a page of an unknown origin', async () => {
    const options = { url: baseUrl() };
    const name = await onPageOf('http://other.localhost', 'tryToLogIn', options);
    expect(name).toBe('ConnectionError');
  });
});
