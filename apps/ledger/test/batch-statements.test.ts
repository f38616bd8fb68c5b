import { newId, type Uuid } from '@florin/contracts';
import { type Database, openDatabase } from '@florin/database';
import { createMetrics } from '@florin/service';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertBalance } from '../src/balances/queries.ts';
import type { AnyCommand, IdempotencyKey } from '../src/domain/batch/model.ts';
import type { Withdraw } from '../src/domain/funds/model.ts';
import { makeMeter } from '../src/posting/metrics.ts';
import { openWriter } from '../src/posting/writer.ts';
import type { LedgerTables } from '../src/schema/tables.ts';
import { WRITER_LIMITS } from '../src/writer-limits.ts';
import { creation, currency } from './builders.ts';
import { createLedgerDatabase, type LedgerDatabase } from './ledger-database.ts';
import { recordStatements } from './record-statements.ts';

let database: LedgerDatabase;
let connection: Database<LedgerTables>;
let writer: ReturnType<typeof openWriter>;
let account: Uuid;
/** Names of statements on the writer's connections. */
let sent: string[];

beforeAll(async () => {
  database = await createLedgerDatabase();
  connection = openDatabase({ url: database.url, poolSizeMax: 1 }, () => {});
  writer = openWriter({ url: database.url }, WRITER_LIMITS, makeMeter(createMetrics()), () => {});
  sent = recordStatements(writer.pool);
  account = newId();
  await insertBalance(connection.db, account, currency('USD'));
  await submit(creation({ amount: 1000n }));
});
afterAll(async () => {
  await writer.stop();
  await connection.close();
  await database.drop();
});

async function submit(command: AnyCommand, idempotencyKey?: IdempotencyKey) {
  const cause = { requestId: null, idempotencyKey: idempotencyKey?.key ?? null };
  const request = { accountId: account, command, idempotencyKey, cause };
  return await writer.submit(request, performance.now() + 5_000);
}

/** Statements that a batch of this one command sends. */
async function statementsOf(command: AnyCommand, key?: IdempotencyKey): Promise<string[]> {
  sent.length = 0;
  await submit(command, key);
  return [...sent];
}

const LOCKED = ['begin', 'lock-balances'];
const CREATED = ['save-transactions', 'save-entries'];
const PUBLISHED = ['save-outgoing_events', 'commit'];

it('a batch of transactions sends no statement about fund movements', async () => {
  const key = { route: 'r', key: 'k', requestHash: 'h', sentHash: null };
  expect(await statementsOf(creation({ type: 'payment', amount: 10n }), key)).toEqual([
    ...[...LOCKED, 'find-replies', ...CREATED, 'change-balances', 'save-replies', ...PUBLISHED],
  ]);
});

it('a withdrawal reads its key, and its end also the transaction', async () => {
  const withdrawal: Withdraw = {
    ...{ kind: 'withdraw', key: 're_1', purpose: 'refund', amount: 10n, amountMin: 10n },
    ...{ currency: 'USD', ends: false, reference: null, metadata: {} },
  };
  // Movements precede their transactions, which may only end as these say.
  expect(await statementsOf(withdrawal)).toEqual([
    ...[
      ...LOCKED,
      'find-funds',
      'save-fund_movements',
      ...CREATED,
      'change-balances',
      ...PUBLISHED,
    ],
  ]);
  const end = { kind: 'end_withdrawal', key: 're_1', outcome: 'paid' } as const;
  const found = ['find-funds', 'find-transactions'];
  const ended = ['save-fund_movements', 'change-transactions', 'save-entries', 'change-balances'];
  expect(await statementsOf(end)).toEqual([...LOCKED, ...found, ...ended, ...PUBLISHED]);
});
