import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openServiceDatabase } from '../test/service-database.ts';
import { type Column, insertRows, saveRows, saveRowsIn, updateRows } from './columns.ts';

interface Thing {
  readonly id: number;
  readonly name: string | null;
  readonly isNew: boolean;
  readonly body: string;
}

const key: Column<Thing> = ['id', 'bigint', ({ id }) => id];
const rest: readonly Column<Thing>[] = [
  ['name', 'text', ({ name }) => name],
  ['is_new', 'boolean', ({ isNew }) => isNew],
  ['body', 'json text', ({ body }) => JSON.stringify(body)],
];
const awkward = ['', 'null', '{"a","b"}', 'a\\b', 'a,b', 'two\nlines', "it's", null];

interface Tables {
  things: { id: bigint; name: string | null; is_new: boolean; body: string };
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

it('writes and changes rows as they are, whatever stands in them', async () => {
  const things = awkward.map((name, id) => ({ id, name, isNew: true, body: name ?? '' }));
  const { db } = database;
  await db
    .transaction()
    .execute((tx) => saveRowsIn(tx, insertRows('things', [key, ...rest]), things));
  const read = async () => {
    const rows = await db.selectFrom('things').selectAll().orderBy('id').execute();
    return rows.map(({ id, name, is_new: isNew, body }) => {
      return { id: Number(id), name, isNew, body: JSON.parse(body) as unknown };
    });
  };
  expect(await read()).toEqual(things);

  const changed = things.map((thing) => ({ ...thing, name: `${thing.name}"`, isNew: false }));
  const client = await database.open(1).pool.connect();
  await saveRows(client, updateRows('things', [key], rest), changed.slice(1));
  await saveRows(client, updateRows('things', [key], rest), []);
  client.release();
  expect(await read()).toEqual([things[0], ...changed.slice(1)]);
});
