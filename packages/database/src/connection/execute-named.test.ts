import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openServiceDatabase } from '../../test/service-database.ts';
import { executeNamed } from './execute-named.ts';
import { openDatabase } from './open-database.ts';

let database: Awaited<ReturnType<typeof openServiceDatabase<unknown>>>;

beforeAll(async () => {
  database = await openServiceDatabase(async () => {});
});
afterAll(() => database.drop());

/** Runs a statement twice in one session; returns both results and how often it was prepared. */
function runTwice(db: Kysely<unknown>) {
  return db.connection().execute(async (session) => {
    const answers: number[] = [];
    for (const value of [1, 2]) {
      const statement = sql<{ found: number }>`select ${value}::int as found`;
      for (const { found } of await executeNamed(session, statement)) answers.push(found);
    }
    const { rows } = await sql`
      select from pg_prepared_statements where statement like '%::int as found'`.execute(session);
    return { answers, prepared: rows.length };
  });
}

it('prepares a statement once per connection and sends new values each time', async () => {
  expect(await runTwice(database.db)).toEqual({ answers: [1, 2], prepared: 1 });
});

it('leaves no prepared statement in a session that a pooler shares', async () => {
  const config = { url: database.url, poolSizeMax: 1, isPooled: true };
  const { db, close } = openDatabase<unknown>(config, () => {});
  expect(await runTwice(db)).toEqual({ answers: [1, 2], prepared: 0 });
  await close();
});
