import { setTimeout as pause } from 'node:timers/promises';
import { createDatabase, eventually, type TestDatabase } from '@florin/testing';
import { type Kysely, sql } from 'kysely';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createIndexConcurrently, createIndexOnPartitions } from './create-index-concurrently.ts';
import { migrate } from './migrate.ts';
import type { Migrations } from './migrations.ts';
import { ownerRoleOf, provisionService } from './provision-service.ts';

let database: TestDatabase;
let url: string;

beforeEach(async () => {
  database = await createDatabase();
  await provisionService(database.adminUrl, 'accounts', { owner: 'owner', app: 'app' });
  const owner = { username: ownerRoleOf('accounts'), password: 'owner' };
  url = Object.assign(new URL(database.adminUrl), owner).href;
});
afterEach(() => database.drop());

const step = (name: string): Migrations => ({
  [name]: {
    async up(db: Kysely<unknown>) {
      await sql`create table ${sql.id(name)} (n int)`.execute(db);
    },
  },
});

async function tables(): Promise<string[]> {
  const rows = await asSuperuser(async (client) => {
    const found = await client.query(
      `select tablename from pg_tables
        where schemaname = 'accounts' and tablename not like 'kysely%' order by 1`,
    );
    return found.rows;
  });
  return rows.map(({ tablename }) => tablename);
}

async function asSuperuser<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: database.adminUrl });
  await client.connect();
  await client.query('set search_path = accounts');
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

it('applies new migrations in order', async () => {
  expect(await migrate(url, 'accounts', step('0001-a'))).toEqual(['0001-a']);
  const more = { ...step('0003-c'), ...step('0002-b'), ...step('0001-a') };
  expect(await migrate(url, 'accounts', more)).toEqual(['0002-b', '0003-c']);
  expect(await migrate(url, 'accounts', more)).toEqual([]);
  expect(await tables()).toEqual(['0001-a', '0002-b', '0003-c']);
});

it('applies each migration once when several processes start at once', async () => {
  const migrations = { ...step('0001-a'), ...step('0002-b') };
  const applied = await Promise.all(
    Array.from({ length: 8 }, () => migrate(url, 'accounts', migrations)),
  );
  expect(applied.flat()).toEqual(['0001-a', '0002-b']);
});

it('waits for another process whose migration exceeds the lock timeout', async () => {
  const started = Promise.withResolvers<void>();
  const slow: Migrations = {
    '0001-slow': {
      async up(db) {
        started.resolve();
        await sql`select pg_sleep(1.5)`.execute(db);
      },
    },
  };
  const first = migrate(url, 'accounts', slow);
  await started.promise;
  expect(await migrate(url, 'accounts', slow)).toEqual([]);
  expect(await first).toEqual(['0001-slow']);
});

it('rolls everything back when one fails, and names it', async () => {
  const failing = {
    ...step('0001-a'),
    '0002-b': {
      async up(db: Kysely<unknown>) {
        await sql`create table nothing as select * from missing`.execute(db);
      },
    },
  };
  await expect(migrate(url, 'accounts', failing)).rejects.toThrow(
    'migration 0002-b of accounts failed',
  );
  expect(await tables()).toEqual([]);
  expect(await migrate(url, 'accounts', step('0001-a'))).toEqual(['0001-a']);
});

it('leaves a schema of a newer version alone, and reports it', async () => {
  const ours = { ...step('0001-a'), ...step('0002-b') };
  await migrate(url, 'accounts', { ...ours, ...step('0003-c'), ...step('0004-d') });
  const lines: string[] = [];
  expect(await migrate(url, 'accounts', ours, (line) => lines.push(line))).toEqual([]);
  expect(lines).toEqual([
    'the schema is of a newer version: this one does not know 0003-c, 0004-d',
  ]);
  expect(await tables()).toEqual(['0001-a', '0002-b', '0003-c', '0004-d']);
});

it('refuses a schema with an unknown migration between its own', async () => {
  await migrate(url, 'accounts', { ...step('0001-a'), ...step('0002-stranger') });
  const ours = { ...step('0001-a'), ...step('0003-c') };
  await expect(migrate(url, 'accounts', ours)).rejects.toThrow('migration set-up of accounts');
  expect(await tables()).toEqual(['0001-a', '0002-stranger']);
});

it('retries while a needed lock is held, without blocking others', async () => {
  await migrate(url, 'accounts', step('0001-a'));
  const widen: Migrations = {
    ...step('0001-a'),
    '0002-wider': {
      up: async (db) => void (await sql`alter table "0001-a" add column m int`.execute(db)),
    },
  };
  const lines: string[] = [];
  await asSuperuser(async (holder) => {
    await holder.query('begin; select from "0001-a"');
    const migrated = migrate(url, 'accounts', widen, (line) => lines.push(line));
    await eventually(async () => expect(lines.length).toBeGreaterThan(0));
    // Readers that come while the migration waits are served within their lock timeout.
    await asSuperuser(async (reader) => {
      await reader.query('set lock_timeout = 1000');
      for (let reads = 0; reads < 20; reads += 1) {
        await reader.query('select from "0001-a"');
        await pause(50);
      }
    });
    await holder.query('commit');
    expect(await migrated).toEqual(['0002-wider']);
  });
  expect(lines[0]).toBe('migration 0002-wider waits: others hold what it has to lock (try 1)');
});

const indexed = (definition: string): Migrations => ({
  ...step('0001-a'),
  '0002-index': {
    isOutsideTransaction: true,
    up: (db) => createIndexConcurrently(db, 'a_n', definition, { isUnique: true }),
  },
  ...step('0003-c'),
});

it('creates an index while others write, one process at a time', async () => {
  await migrate(url, 'accounts', step('0001-a'));
  const applied = await asSuperuser(async (writer) => {
    await writer.query('begin; insert into "0001-a" values (1)');
    const all = Array.from({ length: 4 }, () =>
      migrate(url, 'accounts', indexed('on "0001-a" (n)')),
    );
    // The index waits for the open transaction, which does not wait for the index.
    await pause(1_500);
    await writer.query('insert into "0001-a" values (2); commit');
    return Promise.all(all);
  });
  expect(applied.flat()).toEqual(['0002-index', '0003-c']);
});

it('recreates an index that a failed attempt left invalid', async () => {
  await migrate(url, 'accounts', step('0001-a'));
  await asSuperuser((client) => client.query('insert into "0001-a" values (1), (1)'));
  const migrations = indexed('on "0001-a" (n)');
  await expect(migrate(url, 'accounts', migrations)).rejects.toThrow('migration 0002-index');
  const isValid = () =>
    asSuperuser(async (client) => {
      const { rows } = await client.query(
        `select indisvalid from pg_index where indexrelid = to_regclass('a_n')`,
      );
      return rows.map(({ indisvalid }) => indisvalid);
    });
  expect(await isValid()).toEqual([false]);
  await asSuperuser((client) => client.query('truncate "0001-a"'));
  expect(await migrate(url, 'accounts', migrations)).toEqual(['0002-index', '0003-c']);
  expect(await isValid()).toEqual([true]);
});

it('refuses to start if an applied migration is missing', async () => {
  await migrate(url, 'accounts', step('0001-a'));
  await expect(migrate(url, 'accounts', step('0002-b'))).rejects.toThrow(
    'migration set-up of accounts failed',
  );
});

const parted = (suffix: number) =>
  `create table parts_${suffix} partition of parts for values from (${suffix}) to (${suffix + 1});
   insert into parts values (${suffix});`;

it('creates an index on existing and future partitions, also after an interruption', async () => {
  const migrations: Migrations = {
    '0001-parts': {
      up: async (db) => {
        await sql`create table parts (n int) partition by range (n)`.execute(db);
        await sql.raw(parted(1)).execute(db);
        await sql.raw(parted(2)).execute(db);
      },
    },
    '0002-index': {
      isOutsideTransaction: true,
      up: (db) => createIndexOnPartitions(db, 'parts', 'parts_by_n', '(n) where n > 0'),
    },
  };
  const { '0002-index': _, ...first } = migrations;
  await migrate(url, 'accounts', first);
  const valid = await asSuperuser(async (client) => {
    await client.query('create index parts_by_n on only parts (n) where n > 0');
    await client.query(parted(3));
    await client.query('create index parts_1_by_n on parts_1 (n) where n > 0');
    await migrate(url, 'accounts', migrations);
    await client.query(parted(4));
    const { rows } = await client.query(
      `select indrelid::regclass::text as "table", indisvalid as valid
         from pg_index where indrelid::regclass::text like 'parts%' order by 1`,
    );
    return rows.map(({ table, valid }) => [table, valid]);
  });
  expect(valid).toEqual(
    ['parts', 'parts_1', 'parts_2', 'parts_3', 'parts_4'].map((t) => [t, true]),
  );
});

it('survives a pause between statements, as on a busy machine', async () => {
  const paused: Migrations = {
    '0001-a': {
      async up(db) {
        await sql`create table a (n int)`.execute(db);
        await pause(1_500);
        await sql`alter table a add column m int`.execute(db);
      },
    },
  };
  expect(await migrate(url, 'accounts', paused)).toEqual(['0001-a']);
});
