import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { exportJournal } from '../src/partitions/command.ts';
import { createLedgerDatabase, type LedgerDatabase } from './ledger-database.ts';

const ENTRIES = 3;

let database: LedgerDatabase;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'florin-export-'));
  database = await createLedgerDatabase();
  const { superuser } = database;
  // Simulates a ledger with a long history: existing months start at an arbitrary id.
  await superuser.query(`
    do $$ declare first text := to_char(now() at time zone 'UTC', '"entries_"YYYY_MM'); begin
      execute format('alter table entries detach partition %I', first);
      execute format('alter table entries attach partition %I for values from (%s) to (%s)', first,
                     first_id_at(date_trunc('month', now(), 'UTC')),
                     first_id_at(date_trunc('month', now(), 'UTC') + interval '1 month'));
      perform make_partition('entries', '2001_01', 'minvalue', first_id_at('2001-02-01Z'));
    end $$`);
  await superuser.query(
    `insert into entries
     select overlay(trim(first_id_at('2001-01-15'), '''') placing lpad(n::text, 4, '0') from 33)::uuid,
            gen_random_uuid(), n, gen_random_uuid(), 'credit', 5, 0, 0, 0, -5, 5, 0, 0, 0, -5
       from generate_series(1, $1::int) n`,
    [ENTRIES],
  );
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const say = (...args: string[]) =>
  exportJournal({ database: { url: database.url, poolSizeMax: 1 } }, args, {});

it('writes a month of the journal in id order, with a manifest', async () => {
  const { text } = await say('entries_2001_01', folder);
  expect(text).toContain(`${ENTRIES} rows of entries_2001_01`);
  const file = gunzipSync(await readFile(join(folder, 'entries_2001_01.csv.gz'))).toString();
  const [head, ...lines] = file.trimEnd().split('\n');
  expect(head).toContain('id,account_id,sequence,transaction_id,kind,available');
  expect(lines.map((line) => line.split(',')[2])).toEqual(['1', '2', '3']);
  const manifest = JSON.parse(await readFile(join(folder, 'entries_2001_01.json'), 'utf8'));
  expect(manifest).toMatchObject({ table: 'entries', month: 'entries_2001_01', rows: ENTRIES });
});

it('exports no day of replies, and nothing without a folder', async () => {
  await expect(say('replies_2001_01_01', folder)).rejects.toThrow('months: entries_2001_01');
  await expect(say('entries_2001_01')).rejects.toThrow('usage: export-journal');
});
