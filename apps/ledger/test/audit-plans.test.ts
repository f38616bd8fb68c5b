import { openDatabase } from '@florin/database';
import { nodesOf, type PlanNode } from '@florin/testing';
import { CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditAll, inSnapshot } from '../src/audit/operations.ts';
import type { LedgerTables } from '../src/schema/tables.ts';
import { createLedgerDatabase, type LedgerDatabase } from './ledger-database.ts';

const ACCOUNTS = 300;
const CREDITS = 20;
const ROWS = ACCOUNTS * CREDITS;
/** Maximum readings of a row, over all rules; a quadratic plan would need thousands. */
const READINGS_MAX = 10;
const SIZE = { accountsMax: ACCOUNTS / 2, changesMax: ROWS * 2 };

let database: LedgerDatabase;
let db: Kysely<LedgerTables>;
let sent: CompiledQuery[];
beforeAll(async () => {
  database = await createLedgerDatabase();
  const { pool } = openDatabase({ url: database.url, poolSizeMax: 1 }, () => {});
  db = new Kysely<LedgerTables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void sent.push(query),
  });
  await prepare();
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

/** Books whose Postgres statistics date from a tenth of the rows. */
async function prepare(): Promise<void> {
  const { superuser } = database;
  const start = Date.now();
  await superuser.query(`create function id_of(n bigint) returns uuid language sql as $$
    select (lpad(to_hex(${start} + n), 12, '0') || '70008' || lpad(to_hex(n), 15, '0'))::uuid $$`);
  await superuser.query(
    'create function time_of(n bigint) returns timestamptz language sql as $$' +
      ` select to_timestamp((${start} + n) / 1000.0) $$`,
  );
  await fill(1, ACCOUNTS / 10);
  await superuser.query('analyze');
  await fill(ACCOUNTS / 10 + 1, ACCOUNTS);
  // Adds missing values. Inconsistent, but only plans are tested here.
  await superuser.query('update transactions set refund_of = id, captured_amount = 1');
}

/** Accounts with credits of 1, returned from outside, with their entries and events. */
async function fill(from: number, to: number): Promise<void> {
  const { superuser } = database;
  const accounts = `generate_series(${from}, ${to}) a`;
  const credits = `${accounts} cross join generate_series(1, ${CREDITS}) s
    cross join lateral (select s * 1000 + a as n, id_of(a) as account_id) made`;
  await superuser.query(`
    insert into balances (account_id, version, currency, available, external, entry_sequence, last_id)
    select id_of(a), ${CREDITS * 2}, 'USD', ${CREDITS}, -${CREDITS}, ${CREDITS}, id_of(99999)
      from ${accounts}`);
  await superuser.query(`
    insert into transactions (id, account_id, version, type, status, amount, currency, metadata,
                              refunded_amount, created_at, updated_at)
    select id_of(n), account_id, 1, 'credit', 'succeeded', 1, 'USD', '{}', 0, time_of(n), time_of(n)
      from ${credits}`);
  await superuser.query(`
    insert into entries
    select id_of(n), account_id, s, id_of(n), 'credit', 1, 0, 0, 0, -1, s, 0, 0, 0, -s
      from ${credits}`);
  await superuser.query(`
    insert into outgoing_events (event_id, aggregate_id, aggregate_sequence, type, body)
    select id_of(n), id_of(n), 1, 'transaction.created', '{"created_at":"2026"}' from ${credits}`);
  await superuser.query(`
    insert into fund_movements (account_id, key, purpose, amount, from_settled, from_available,
                                at_once, status, transaction_id)
    select account_id, n::text, 'deposit', 1, 0, 0, true, 'succeeded', id_of(n) from ${credits}`);
}

it('reads each row only a few times, for any number of rows', async () => {
  sent = [];
  await inSnapshot(db, 60_000, async (tx) => {
    const pages: number[] = [];
    for await (const { accounts } of auditAll(tx, SIZE)) pages.push(accounts);
    expect(pages).toEqual([ACCOUNTS / 2, ACCOUNTS / 2, 0]);
    const statements = sent.filter(({ sql }) => sql.includes('as materialized'));
    expect(statements).toHaveLength(3);
    for (const { sql, parameters } of statements) {
      const explain = CompiledQuery.raw(`explain (analyze, format json) ${sql}`, [...parameters]);
      const { rows } = await tx.executeQuery<Record<'QUERY PLAN', [{ Plan: PlanNode }]>>(explain);
      for (const node of nodesOf(rows[0]?.['QUERY PLAN'][0].Plan as PlanNode)) {
        const passed = [node['Actual Rows'], node['Rows Removed by Filter'] ?? 0];
        const read = passed.reduce((sum, count) => sum + count, 0) * node['Actual Loops'];
        const compared = (node['Rows Removed by Join Filter'] ?? 0) * node['Actual Loops'];
        expect(read + compared, node['Node Type']).toBeLessThanOrEqual(ROWS * READINGS_MAX);
      }
    }
  });
});
