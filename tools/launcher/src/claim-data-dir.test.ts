import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { claimDataDir } from './claim-data-dir.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'florin-claim-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

it('refuses a second launcher until the first one releases the folder', async () => {
  const giveUp = await claimDataDir(dataDir);
  await expect(claimDataDir(dataDir)).rejects.toThrow(`process ${process.pid}`);
  await giveUp();
  await (await claimDataDir(dataDir))();
});

it('lets only one of several win', async () => {
  const claims = await Promise.allSettled(Array.from({ length: 8 }, () => claimDataDir(dataDir)));
  expect(claims.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

it.each([
  ['a process that has its number by chance', { pid: process.pid, start: '1' }],
  ['no process at all', { pid: 2 ** 22 + 1, start: '1' }],
  ['no readable process, because it is truncated', 'half a li'],
])('takes over a claim of %s', async (_title, holder) => {
  await writeFile(join(dataDir, 'launcher.json'), JSON.stringify(holder));
  await claimDataDir(dataDir);
  const text = await readFile(join(dataDir, 'launcher.json'), 'utf8');
  expect(JSON.parse(text)).toMatchObject({ pid: process.pid });
});
