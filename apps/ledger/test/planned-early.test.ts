import { newId } from '@florin/contracts';
import { createMetrics } from '@florin/service';
import { nodesOf, type PlanNode } from '@florin/testing';
import type { ClientBase } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyCommand, CommandRequest } from '../src/domain/batch/model.ts';
import { findCharges, findFunds, findPayments, findTransactions } from '../src/posting/load.ts';
import { makeMeter } from '../src/posting/metrics.ts';
import { openWriter } from '../src/posting/writer.ts';
import { WRITER_LIMITS } from '../src/writer-limits.ts';
import { createLedgerDatabase, type LedgerDatabase } from './ledger-database.ts';

let database: LedgerDatabase;
let writer: ReturnType<typeof openWriter>;
beforeAll(async () => {
  database = await createLedgerDatabase();
  // Otherwise Postgres assumes that a new table has some pages.
  await database.superuser.query('analyze');
  writer = openWriter({ url: database.url }, WRITER_LIMITS, makeMeter(createMetrics()), () => {});
});
afterAll(async () => {
  await writer.stop();
  await database.drop();
});

const asked = (command: AnyCommand): CommandRequest => ({
  accountId: newId(),
  command,
  idempotencyKey: undefined,
  cause: { requestId: null, idempotencyKey: null },
});

/** The plan of the session's prepared statement with this name. */
async function planOf(client: ClientBase, name: string): Promise<readonly PlanNode[]> {
  const { rows } = await client.query(
    `explain (format json) execute ${client.escapeIdentifier(name)} (null, null)`,
  );
  return nodesOf(rows[0]['QUERY PLAN'][0].Plan);
}

const charge: AnyCommand = {
  kind: 'charge',
  key: 'k',
  amount: 1n,
  currency: 'USD',
  reference: 'r',
};
const cancel: AnyCommand = { kind: 'cancel', transactionId: newId() };
const end: AnyCommand = { kind: 'end_withdrawal', key: 're_1', outcome: 'paid' };
const cancelPayment: AnyCommand = {
  ...{ kind: 'cancel_payment', paymentId: newId(), by: 'client', linkBase: '' },
};

it.each<[string, keys: readonly string[], find: (client: ClientBase) => Promise<unknown>]>([
  ['find-charges', ['account_id', 'key'], (client) => findCharges(client, [asked(charge)])],
  ['find-transactions', ['id'], (client) => findTransactions(client, [asked(cancel)], new Map())],
  ['find-funds', ['account_id'], (client) => findFunds(client, [asked(end)])],
  ['find-payments', ['id'], (client) => findPayments(client, [asked(cancelPayment)])],
])('%s uses its keys even if it was planned on an empty table', async (name, keys, find) => {
  const client = await writer.pool.connect();
  try {
    await find(client);
    const reads = (await planOf(client, name)).filter((node) => node['Relation Name']);
    expect(reads.length).toBeGreaterThan(0);
    for (const { 'Index Cond': condition = 'none' } of reads)
      for (const key of keys) expect(condition).toContain(`${key} =`);
  } finally {
    client.release();
  }
});
