import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { ownEnvironment, readEnvironment } from './config.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'florin-settings-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function fileWith(text: string): Promise<string> {
  const path = join(folder, 'setting');
  await writeFile(path, text);
  return path;
}

it('reads a setting from a named file, without its final line break', async () => {
  const env = { NATS_URL_FILE: await fileWith('nats://host:4222\n') };
  expect(readEnvironment(env, { NATS_URL: z.url() })).toEqual({ NATS_URL: 'nats://host:4222' });
});

it("prefers a service's own file to shared settings", async () => {
  const LEDGER_DATABASE_URL_FILE = await fileWith('postgres://own/florin');
  const shape = { DATABASE_URL: z.url() };
  for (const shared of [{ DATABASE_URL: 'x' }, { DATABASE_URL_FILE: '/nowhere' }, {}]) {
    const own = ownEnvironment('ledger', { LEDGER_DATABASE_URL_FILE, ...shared });
    expect(readEnvironment(own, shape)).toEqual({ DATABASE_URL: 'postgres://own/florin' });
  }
});

it('reads shared settings from files', async () => {
  const DATABASE_URL_FILE = await fileWith('postgres://shared/florin');
  const shape = { DATABASE_URL: z.url() };
  const url = 'postgres://shared/florin';
  const read = (env: Record<string, string>) =>
    readEnvironment(ownEnvironment('ledger', env), shape).DATABASE_URL;
  expect(read({ DATABASE_URL_FILE })).toBe(url);
  expect(read({ DATABASE_URL_FILE, LEDGER_DATABASE_URL: 'postgres://own' })).toBe('postgres://own');
});

it('ignores files that belong to no setting', () => {
  const env = { SSL_CERT_FILE: '/nowhere', NAME: 'x' };
  expect(readEnvironment(env, { NAME: z.string() })).toEqual({ NAME: 'x' });
});

it('reports all unreadable files under the names that were set', () => {
  const own = ownEnvironment('ledger', { LEDGER_A_FILE: '/nowhere', LEDGER_B_FILE: '/' });
  expect(() => readEnvironment(own, { A: z.string(), B: z.string() })).toThrow(
    [
      'invalid environment',
      '  LEDGER_A_FILE: the file cannot be read (ENOENT)',
      '  LEDGER_B_FILE: the file cannot be read (EISDIR)',
    ].join('\n'),
  );
});

it('refuses a setting that is given twice, without its value', async () => {
  const env = { KEY: 'hunter2', KEY_FILE: await fileWith('hunter2') };
  expect(() => readEnvironment(env, { KEY: z.string() })).toThrow(
    'invalid environment\n  KEY and KEY_FILE are both set: keep one',
  );
});

it('reports an invalid setting without the contents of its file', async () => {
  const env = { PORT_FILE: await fileWith('hunter2') };
  expect(() => readEnvironment(env, { PORT: z.coerce.number() })).toThrow(
    /\n {2}PORT: (?!.*hunter2)/,
  );
});
