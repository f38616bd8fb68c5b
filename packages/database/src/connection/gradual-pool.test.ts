import { afterAll, beforeAll, expect, it } from 'vitest';
import { openServiceDatabase } from '../../test/service-database.ts';
import { openPool } from './open-database.ts';

let database: Awaited<ReturnType<typeof openServiceDatabase<unknown>>>;
beforeAll(async () => {
  database = await openServiceDatabase(async () => {});
});
afterAll(() => database.drop());

const SIZE = 10;

const open = () => openPool({ url: database.url, poolSizeMax: SIZE }, () => {});

it('opens two connections at a time, up to the number of open transactions', async () => {
  const pool = open();
  const connected = new Set<unknown>();
  const connecting: number[] = [];
  const look = () => connecting.push(pool.totalCount - connected.size);
  pool.on('connect', (client) => {
    connected.add(client);
    look();
  });
  const all = Promise.all(Array.from({ length: SIZE }, () => pool.connect()));
  look();
  const clients = await all;
  expect([pool.totalCount, Math.max(...connecting)]).toEqual([SIZE, 2]);
  for (const client of clients) client.release();
  await pool.end();
});

it('serves a burst of short statements with few connections', async () => {
  const pool = open();
  await Promise.all(Array.from({ length: 50 }, () => pool.query('select')));
  expect(pool.totalCount).toBeLessThan(SIZE);
  await pool.end();
});

it('continues with the next requests after failed attempts', async () => {
  const url = new URL(database.url);
  url.password = 'wrong';
  const pool = openPool({ url: String(url), poolSizeMax: SIZE }, () => {});
  const queries = Array.from({ length: SIZE }, () => pool.query('select'));
  const failures = (await Promise.allSettled(queries)).map(
    (each) => 'reason' in each && each.reason,
  );
  expect(failures.map(({ code }) => code)).toEqual(Array(SIZE).fill('28P01'));
  await pool.end();
});
