import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newEmail } from '@florin/system-kit';
import { eventually } from '@florin/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, logIn, processes } from '../api.ts';
import { readSections } from '../docs/markdown.ts';
import { type Florin, startFlorin, useFlorin } from '../start-florin.ts';
import { applyDiff, makeScratchTree } from './scratch-tree.ts';

const TITLE = 'Add an endpoint in two touches';
const PATH = '/v1/auth/whoami';

const page = readSections(join(import.meta.dirname, '../../CONTRIBUTING.md'));
const section = page.find(({ title }) => title === TITLE);
const dir = mkdtempSync(join(tmpdir(), 'florin-contributing-'));
let florin: Florin;

beforeAll(async () => {
  // As root, Postgres runs as somebody else, who has to get in.
  chmodSync(dir, 0o711);
  makeScratchTree(dir, 'identity');
  const options = ['--only', 'identity,gateway', '--watch', 'identity'];
  florin = await startFlorin({ root: dir, options });
  useFlorin(florin);
});
afterAll(async () => {
  await florin?.stop();
  rmSync(dir, { recursive: true, force: true });
});

it('answers through the gateway, which nobody has touched', async () => {
  const token = await logInSomebody();
  const ask = () => fetch(florin.url + PATH, { headers: { Authorization: `Bearer ${token}` } });
  expect((await ask()).status).toBe(404);
  const gateway = processes().get('gateway-1').pid;
  const touched = doTouches();
  expect(touched).toHaveLength(2);
  const answer = await eventually(async () => {
    const response = await ask();
    expect(response.status).toBe(200);
    return response.json();
  });
  expect(answer).toEqual({ role: null, account_id: null });
  expect(processes().get('gateway-1').pid).toBe(gateway);
});

it('passes the test that it comes with', () => {
  const vitest = join(dir, 'node_modules/vitest/vitest.mjs');
  const options = ['run', '--root', dir, '--project', 'unit', '--reporter', 'tap-flat'];
  const output = execFileSync(process.execPath, [vitest, ...options, 'who-am-i'], {
    cwd: dir,
    encoding: 'utf8',
  });
  expect(output).toMatch(/^ok 1 - .*GET \/v1\/auth\/whoami 200/m);
});

/** Does to the copy what the page says; gives the names of the files that it says it to. */
function doTouches(): readonly string[] {
  const paths = [...(section?.text ?? '').matchAll(/`(apps\/identity\/[\w./-]+\.ts)`/g)];
  return paths.map(([, path = ''], index) => {
    const { language, text } = section?.blocks[index] ?? { language: 'none', text: '' };
    const file = join(dir, path);
    if (language === 'diff') applyDiff(file, text);
    else writeFileSync(file, text, { flag: 'wx' });
    return path;
  });
}

async function logInSomebody(): Promise<string> {
  const person = { email: newEmail(), password: `pass ${newEmail()}` };
  const { status } = await call('POST', '/v1/users', { body: person });
  expect(status).toBe(201);
  return (await logIn(person.email, person.password)).access_token;
}
