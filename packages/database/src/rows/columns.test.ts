import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openServiceDatabase } from '../../test/service-database.ts';
import { type Column, encodeRows, insertRows, saveRowsIn, updateRows } from './columns.ts';

interface Thing {
  readonly id: number;
  readonly name: string | null;
  readonly isNew: boolean;
  /** Null is SQL null, unlike a JSON null. */
  readonly body: string | null;
}

const key: Column<Thing> = ['id', 'bigint', ({ id }) => id];
const rest: readonly Column<Thing>[] = [
  ['name', 'text', ({ name }) => name],
  ['is_new', 'boolean', ({ isNew }) => isNew],
  ['body', 'json text', ({ body }) => body],
];
const awkward = ['', 'null', '{"a","b"}', 'a\\b', 'a,b', 'two\nlines', "it's", null];

interface Tables {
  things: { id: bigint; name: string | null; is_new: boolean; body: string | null };
}
let database: Awaited<ReturnType<typeof openServiceDatabase<Tables>>>;

beforeAll(async () => {
  database = await openServiceDatabase<Tables>(async (owner, appRole) => {
    await sql`create table things (id bigint primary key, name text, is_new boolean, body text)`.execute(
      owner,
    );
    await sql`grant select, insert, update on things to ${sql.id(appRole)}`.execute(owner);
  });
});
afterAll(() => database.drop());

it('inserts and updates rows with any content', async () => {
  const things = awkward.map((name, id) => ({ id, name, isNew: true, body: JSON.stringify(name) }));
  const { db } = database;
  await db
    .transaction()
    .execute((tx) => saveRowsIn(tx, insertRows('things', [key, ...rest]), things));
  const read = async () => {
    const rows = await db.selectFrom('things').selectAll().orderBy('id').execute();
    return rows.map(({ id, name, is_new: isNew, body }) => {
      return { id: Number(id), name, isNew, body };
    });
  };
  expect(await read()).toEqual(things);

  const changed = things.map((thing, index) => ({
    ...thing,
    name: `${thing.name}"`,
    isNew: false,
    // A subset including the first and the last, with one JSON null.
    body: index % 3 === 1 ? null : thing.body,
  }));
  const client = await database.open(1).pool.connect();
  for (const statement of encodeRows(updateRows('things', [key], rest), changed.slice(1)))
    await client.query(statement);
  client.release();
  expect(encodeRows(updateRows('things', [key], rest), [])).toEqual([]);
  expect(await read()).toEqual([things[0], ...changed.slice(1)]);
});

it('rejects a missing value before a statement is built', () => {
  const nameless = Object({ id: 1, isNew: true, body: null }) as Thing;
  expect(() => encodeRows(insertRows('things', [key, ...rest]), [nameless])).toThrow(
    'the value of name is missing',
  );
});
