import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { newId, type Uuid } from '@florin/contracts';
import { listMonths, openDatabase } from '@florin/database';
import { startMiddle } from '@florin/testing';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { exportLogMonth, restoreLogMonth } from '../src/retention/command.ts';
import { dropExpired } from '../src/retention/retention.ts';
import type { WebhooksTables } from '../src/schema.ts';
import { addOldMonth } from './old-months.ts';
import { ownerOf, useWebhooks } from './use-webhooks.ts';

const MAIN = join(import.meta.dirname, '../src/main.ts');
/** Some megabytes, of which the killed process receives one. */
const EVENTS_TO_BE_KILLED_OVER = 30_000;
const RECEIVED_BYTES_MAX = 1_000_000;

const { webhooks, database } = useWebhooks();

let db: Kysely<WebhooksTables>;
let close: () => Promise<void>;
let folder: string;
beforeAll(async () => {
  ({ db, close } = openDatabase<WebhooksTables>({ url: database().url, poolSizeMax: 3 }, () => {}));
  folder = await mkdtemp(join(tmpdir(), 'florin-export-'));
});
afterAll(async () => {
  await close();
  await rm(folder, { recursive: true, force: true });
});

let account: Uuid;
let month: string;
beforeEach(async () => {
  account = newId();
  await addOldMonth(database(), account, { events: 3, daysAgo: 400 });
  month = (await listMonths(db, 'events'))[0]?.name ?? '';
});

const config = () => ({ database: { url: database().url, poolSizeMax: 1 } });
const fileOf = (name: string) => join(folder, `${name}.csv.gz`);
const kept = () =>
  database().query(
    `select events::text as row from webhooks.events where id < (
       select ends from webhooks.months_of('events') where name = $1) order by id`,
    [month],
  );
const listed = async () =>
  (await webhooks().call('GET', '/v1/events?after_sequence=0', { caller: ownerOf(account) })).body;

it('restores every row unchanged after its month was dropped', async () => {
  const before = await kept();
  const { text } = await exportLogMonth(config(), [month, folder]);
  expect(text).toContain(`${before.length} rows of ${month}`);
  const [head, ...lines] = gunzipSync(await readFile(fileOf(month)))
    .toString()
    .trimEnd()
    .split('\n');
  expect(head).toMatch(/^id,account_id,sequence,/);
  expect(lines).toHaveLength(before.length);

  await dropExpired(db, 365);
  expect((await listed()).data).toEqual([]);
  expect((await restoreLogMonth(config(), [fileOf(month)])).data).toEqual({
    month,
    rows_count: before.length,
  });
  expect(await kept()).toEqual(before);
  expect((await listed()).data).toHaveLength(3);
  // An ordinary month again: append-only, and it can be dropped once more.
  await expect(database().query(`update webhooks.${month} set type = 'x'`)).rejects.toThrow(
    'append-only',
  );
  await dropExpired(db, 365);
  expect((await listed()).data).toEqual([]);
});

it('refuses a file that differs from the export, and changes nothing', async () => {
  await exportLogMonth(config(), [month, folder]);
  const bytes = await readFile(fileOf(month));
  await dropExpired(db, 365);
  const names = async () => (await listMonths(db, 'events')).map(({ name }) => name);
  const before = await names();
  const damaged = Buffer.from(bytes);
  damaged[Math.floor(damaged.length / 2)] = (damaged[Math.floor(damaged.length / 2)] ?? 0) ^ 1;
  await writeFile(fileOf(month), damaged);
  await expect(restoreLogMonth(config(), [fileOf(month)])).rejects.toThrow(
    'was changed after its export',
  );
  await writeFile(fileOf(month), bytes);

  const manifestPath = join(folder, `${month}.json`);
  const manifest = await readFile(manifestPath, 'utf8');
  await writeFile(manifestPath, manifest.replace(/"rows": \d+/, '"rows": 7777'));
  await expect(restoreLogMonth(config(), [fileOf(month)])).rejects.toThrow('not 7777');
  await rm(manifestPath);
  await expect(restoreLogMonth(config(), [fileOf(month)])).rejects.toThrow('no manifest');
  expect(await names()).toEqual(before);

  await writeFile(manifestPath, manifest);
  await restoreLogMonth(config(), [fileOf(month)]);
  // There is no month before which a second one could be inserted.
  await expect(restoreLogMonth(config(), [fileOf(month)])).rejects.toThrow();
});

it('leaves no partial month when killed, and can be repeated', async () => {
  await addOldMonth(database(), newId(), { events: EVENTS_TO_BE_KILLED_OVER, daysAgo: 400 });
  const before = await kept();
  const cut = join(folder, 'cut');
  const file = join(cut, `${month}.csv.gz`);
  let received = 0;
  const middle = await startMiddle(
    Number(new URL(database().url).port),
    (bytes) => bytes,
    (bytes) => {
      received += bytes.length;
      return received < RECEIVED_BYTES_MAX ? bytes : undefined;
    },
  );
  const url = Object.assign(new URL(database().url), { port: middle.port }).href;
  const killed = execFile(process.execPath, [MAIN, 'export-log', month, cut], {
    env: { ...process.env, WEBHOOKS_DATABASE_URL: url },
  });
  const ended = new Promise((resolve) => killed.on('exit', (_code, signal) => resolve(signal)));
  while ((await stat(`${file}.part`).catch(() => ({ size: 0 }))).size === 0) await pause(1);
  killed.kill('SIGKILL');
  expect(await ended).toBe('SIGKILL');
  middle.stop();
  expect(await readdir(cut)).toEqual([`${month}.csv.gz.part`]);
  await expect(restoreLogMonth(config(), [file])).rejects.toThrow('no manifest');

  await exportLogMonth(config(), [month, cut]);
  expect(await readdir(cut)).toEqual([`${month}.csv.gz`, `${month}.json`]);
  await dropExpired(db, 365);
  await restoreLogMonth(config(), [file]);
  expect(await kept()).toEqual(before);
});

it('exports only past months, and leaves no partial file', async () => {
  const current = (await listMonths(db, 'events')).at(-1)?.name ?? '';
  await expect(exportLogMonth(config(), [current, folder])).rejects.toThrow('has not ended');
  await expect(exportLogMonth(config(), ['events', folder])).rejects.toThrow('does not exist');
  await expect(exportLogMonth(config(), [month])).rejects.toThrow('usage: export-log');
  // A file in place of the folder, and then a folder in place of the file.
  await exportLogMonth(config(), [month, folder]);
  await expect(exportLogMonth(config(), [month, fileOf(month)])).rejects.toThrow();
  const taken = join(folder, 'taken');
  await mkdir(join(taken, `${month}.csv.gz`), { recursive: true });
  await expect(exportLogMonth(config(), [month, taken])).rejects.toThrow();
  expect(await readdir(taken)).toEqual([`${month}.csv.gz`]);
  expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
});
