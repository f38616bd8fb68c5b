import { createDatabase, type TestDatabase } from '@florin/testing';
import { type Kysely, sql } from 'kysely';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Migrations, migrate } from './migrate.ts';
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
  const client = new Client({ connectionString: database.adminUrl });
  await client.connect();
  const { rows } = await client.query(
    `select tablename from pg_tables
      where schemaname = 'accounts' and tablename not like 'kysely%' order by 1`,
  );
  await client.end();
  return rows.map(({ tablename }) => tablename);
}

it('applies what is new, in order', async () => {
  expect(await migrate(url, 'accounts', step('0001-a'))).toEqual(['0001-a']);
  const more = { ...step('0003-c'), ...step('0002-b'), ...step('0001-a') };
  expect(await migrate(url, 'accounts', more)).toEqual(['0002-b', '0003-c']);
  expect(await migrate(url, 'accounts', more)).toEqual([]);
  expect(await tables()).toEqual(['0001-a', '0002-b', '0003-c']);
});

it('applies each once when several processes start at once', async () => {
  const migrations = { ...step('0001-a'), ...step('0002-b') };
  const applied = await Promise.all(
    Array.from({ length: 8 }, () => migrate(url, 'accounts', migrations)),
  );
  expect(applied.flat()).toEqual(['0001-a', '0002-b']);
});

it('waits for another process whose migration takes longer than any lock may', async () => {
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

it('leaves everything as it was when one fails, and says which', async () => {
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

it('refuses to start over when a migration is gone that was applied', async () => {
  await migrate(url, 'accounts', step('0001-a'));
  await expect(migrate(url, 'accounts', step('0002-b'))).rejects.toThrow(
    'migration set-up of accounts failed',
  );
});
