import { newId, type Uuid } from '@florin/contracts';
import { type Database, openDatabase } from '@florin/database';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findOutcome } from '../src/posting/outcome.ts';
import { createLedgerDatabase, type LedgerDatabase } from './ledger-database.ts';

let database: LedgerDatabase;
let connection: Database<unknown>;
let pool: Pool;

beforeAll(async () => {
  database = await createLedgerDatabase();
  connection = openDatabase({ url: database.url, poolSizeMax: 2 }, () => {});
  pool = connection.pool;
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

/** Writes an event in a transaction of its own, which ends as asked; returns its id. */
async function write(eventId: Uuid, end: 'commit' | 'rollback'): Promise<string> {
  const client = await pool.connect();
  await client.query('begin');
  await client.query(
    `insert into outbox (event_id, aggregate_id, aggregate_sequence, type, body)
     values ($1, $2, 1, 'transaction.created', '{}')`,
    [eventId, newId()],
  );
  const { rows } = await client.query('select pg_current_xact_id()::text as xid');
  await client.query(end);
  client.release();
  return rows[0].xid;
}

it('is committed when the event of the transaction is there', async () => {
  const eventId = newId();
  expect(await findOutcome(pool, await write(eventId, 'commit'), eventId)).toBe('committed');
});

it('is aborted when the transaction was', async () => {
  const eventId = newId();
  expect(await findOutcome(pool, await write(eventId, 'rollback'), eventId)).toBe('aborted');
});

it('is aborted when a crash has given the number to another transaction, which committed', async () => {
  const other = await write(newId(), 'commit');
  expect(await findOutcome(pool, other, newId())).toBe('aborted');
});

it('is unknown when nothing could prove a commit', async () => {
  expect(await findOutcome(pool, await write(newId(), 'commit'), undefined)).toBe('unknown');
});
