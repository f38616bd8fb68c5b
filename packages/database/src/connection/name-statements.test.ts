import type { PoolClient, QueryArrayConfig, QueryResult } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openServiceDatabase } from '../../test/service-database.ts';

let database: Awaited<ReturnType<typeof openServiceDatabase<unknown>>>;
let client: PoolClient;

beforeAll(async () => {
  database = await openServiceDatabase(async () => {});
  client = await database.open(1).pool.connect();
});
afterAll(() => {
  client.release();
  return database.drop();
});

const sum = { name: 'sum', text: 'select $1::int + 1 as sum' };

it("answers a named statement, and points an error's stack to the caller", async () => {
  const failing = { name: 'failing', text: 'select 1 / $1::int', values: [0] };
  expect((await client.query({ ...sum, values: [1] })).rows).toEqual([{ sum: 2 }]);
  const error = await client.query(failing).catch((reason: Error) => reason);
  expect(error).toMatchObject({ code: '22012', stack: expect.stringContaining('.test.ts') });
});

it('passes other query options on to pg', async () => {
  const inArrays: QueryArrayConfig = { ...sum, values: [2], rowMode: 'array' };
  expect((await client.query(inArrays)).rows).toEqual([[3]]);
  expect((await client.query(sum, [3])).rows).toEqual([{ sum: 4 }]);
  const answer = await new Promise<QueryResult>((resolve, reject) => {
    client.query({ ...sum, values: [4] }, (error: Error | undefined, result: QueryResult) =>
      error ? reject(error) : resolve(result),
    );
  });
  expect(answer.rows).toEqual([{ sum: 5 }]);
});
