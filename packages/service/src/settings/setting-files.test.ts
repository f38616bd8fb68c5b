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

it('takes a setting from the file that is named, without the end of its line', async () => {
  const env = { NATS_URL_FILE: await fileWith('nats://host:4222\n') };
  expect(readEnvironment(env, { NATS_URL: z.url() })).toEqual({ NATS_URL: 'nats://host:4222' });
});

it("takes a process's own from its own file, which goes before what is set for all", async () => {
  const LEDGER_DATABASE_URL_FILE = await fileWith('postgres://own/florin');
  const shape = { DATABASE_URL: z.url() };
  for (const shared of [{ DATABASE_URL: 'x' }, { DATABASE_URL_FILE: '/nowhere' }, {}]) {
    const own = ownEnvironment('ledger', { LEDGER_DATABASE_URL_FILE, ...shared });
    expect(readEnvironment(own, shape)).toEqual({ DATABASE_URL: 'postgres://own/florin' });
  }
});

it('takes what is set for all from a file too', async () => {
  const DATABASE_URL_FILE = await fileWith('postgres://shared/florin');
  const shape = { DATABASE_URL: z.url() };
  const url = 'postgres://shared/florin';
  const read = (env: Record<string, string>) =>
    readEnvironment(ownEnvironment('ledger', env), shape).DATABASE_URL;
  expect(read({ DATABASE_URL_FILE })).toBe(url);
  expect(read({ DATABASE_URL_FILE, LEDGER_DATABASE_URL: 'postgres://own' })).toBe('postgres://own');
});

it('reads no file that belongs to no setting', () => {
  const env = { SSL_CERT_FILE: '/nowhere', NAME: 'x' };
  expect(readEnvironment(env, { NAME: z.string() })).toEqual({ NAME: 'x' });
});

it('names every file that cannot be read, as it was set', () => {
  const own = ownEnvironment('ledger', { LEDGER_A_FILE: '/nowhere', LEDGER_B_FILE: '/' });
  expect(() => readEnvironment(own, { A: z.string(), B: z.string() })).toThrow(
    [
      'invalid environment',
      '  LEDGER_A_FILE: the file cannot be read (ENOENT)',
      '  LEDGER_B_FILE: the file cannot be read (EISDIR)',
    ].join('\n'),
  );
});

it('refuses a setting that is given twice, without telling its value', async () => {
  const env = { KEY: 'hunter2', KEY_FILE: await fileWith('hunter2') };
  expect(() => readEnvironment(env, { KEY: z.string() })).toThrow(
    'invalid environment\n  KEY and KEY_FILE are both set: keep one',
  );
});

it('says that a setting is wrong without telling what its file holds', async () => {
  const env = { PORT_FILE: await fileWith('hunter2') };
  expect(() => readEnvironment(env, { PORT: z.coerce.number() })).toThrow(
    /\n {2}PORT: (?!.*hunter2)/,
  );
});
