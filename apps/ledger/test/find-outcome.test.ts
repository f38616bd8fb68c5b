import { newId } from '@florin/contracts';
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

const newEvent = () => ({ id: newId(), aggregate_id: newId(), aggregate_sequence: 1 });

/** Writes an event in its own transaction, which ends as requested; returns the transaction id. */
async function write(
  { id, aggregate_id, aggregate_sequence }: ReturnType<typeof newEvent>,
  end: 'commit' | 'rollback',
): Promise<string> {
  const client = await pool.connect();
  await client.query('begin');
  await client.query(
    `insert into outgoing_events (event_id, aggregate_id, aggregate_sequence, type, body)
     values ($1, $2, $3, 'transaction.created', '{}')`,
    [id, aggregate_id, aggregate_sequence],
  );
  const { rows } = await client.query('select pg_current_xact_id()::text as xid');
  await client.query(end);
  client.release();
  return rows[0].xid;
}

it('is committed if the event of the transaction exists', async () => {
  const event = newEvent();
  expect(await findOutcome(pool, await write(event, 'commit'), event)).toBe('committed');
});

it('is aborted if the transaction was', async () => {
  const event = newEvent();
  expect(await findOutcome(pool, await write(event, 'rollback'), event)).toBe('aborted');
});

it('is aborted if a crash gave the id to another transaction, which committed', async () => {
  const other = await write(newEvent(), 'commit');
  expect(await findOutcome(pool, other, newEvent())).toBe('aborted');
});

it('is committed if the tables have moved to a database where another transaction with that id was aborted', async () => {
  const event = newEvent();
  await write(event, 'commit');
  expect(await findOutcome(pool, await write(newEvent(), 'rollback'), event)).toBe('committed');
});

it('is unknown if nothing can prove a commit', async () => {
  expect(await findOutcome(pool, await write(newEvent(), 'commit'), undefined)).toBe('unknown');
});
