import { newId, type Uuid } from '@florin/contracts';
import { type Database, openDatabase } from '@florin/database';
import { createMetrics } from '@florin/service';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { insertBalance } from '../src/balances/queries.ts';
import type { CommandRequest } from '../src/domain/batch/model.ts';
import { makeMeter } from '../src/posting/metrics.ts';
import { openWriter, type Writer } from '../src/posting/writer.ts';
import type { LedgerTables } from '../src/schema/tables.ts';
import { WRITER_LIMITS } from '../src/writer-limits.ts';
import { audit } from './audit.ts';
import { creation, currency } from './builders.ts';
import { createLedgerDatabase, type LedgerDatabase } from './ledger-database.ts';

/** Commands that pass all checks, but whose batch has a statement that cannot be encoded. */
const UNWRITABLE: Readonly<Record<string, (whole: CommandRequest) => CommandRequest>> = {
  'a transaction: a bigint in its metadata': (whole) => ({
    ...whole,
    command: creation({ amount: 10n, metadata: { price: 1n } }),
  }),
  'an event alone: a bigint in its cause': (whole) => ({
    ...whole,
    cause: { requestId: null, idempotencyKey: null, actor: Object({ id: 1n }) },
  }),
  'an invalid due time': (whole) => ({
    ...whole,
    command: creation({ type: 'payment', amount: 10n, settlementDelayMs: Number.NaN }),
  }),
  'a reply: a hash that is not text': (whole) => ({
    ...whole,
    idempotencyKey: {
      route: 'POST /v1/transactions',
      key: newId(),
      requestHash: Object.create(null),
      sentHash: null,
    },
  }),
};

const WAIT_MS = 9_000;

let database: LedgerDatabase;
let connection: Database<LedgerTables>;
let writer: Writer;

beforeAll(async () => {
  database = await createLedgerDatabase();
  connection = openDatabase({ url: database.url, poolSizeMax: 4 }, () => {});
  const meter = makeMeter(createMetrics());
  writer = openWriter({ url: database.url }, WRITER_LIMITS, meter, () => {});
});
afterEach(async () => {
  expect(await audit(database.superuser)).toEqual([]);
});
afterAll(async () => {
  await writer.stop();
  await connection.close();
  await database.drop();
});

async function openAccount(): Promise<Uuid> {
  const id = newId();
  await insertBalance(connection.db, id, currency('USD'));
  await writer.submit(credit(id), performance.now() + WAIT_MS);
  return id;
}

function credit(accountId: Uuid): CommandRequest {
  return {
    accountId,
    command: creation({ amount: 10n }),
    cause: { requestId: null, idempotencyKey: null },
  };
}

/** Stored rows of an account: its money, and rows of each kind. */
async function kept(accountId: Uuid) {
  const { rows } = await database.superuser.query(
    `select available::int as money,
            (select count(*)::int from transactions where account_id = b.account_id) as transactions,
            (select count(*)::int from entries where account_id = b.account_id) as entries,
            (select count(*)::int from outbox
              where body::json ->> 'account_id' = b.account_id::text) as events
       from balances b where account_id = $1`,
    [accountId],
  );
  return rows[0];
}

const ONE_CREDIT = { money: 10, transactions: 1, entries: 1, events: 1 };
const TWO_CREDITS = { money: 20, transactions: 2, entries: 2, events: 2 };

describe('a batch with a statement that cannot be encoded', () => {
  it.each(Object.entries(UNWRITABLE))(
    '%s: stores none of it, and processes the others once',
    async (_, spoil) => {
      const [poisoned = '', ...others] = await Promise.all(Array.from({ length: 4 }, openAccount));
      // Without keys, so a second run cannot detect the first.
      const outcomes = await Promise.allSettled(
        [others[0] ?? '', poisoned, ...others.slice(1)].map((account) => {
          const whole = credit(account);
          return writer.submit(
            account === poisoned ? spoil(whole) : whole,
            performance.now() + WAIT_MS,
          );
        }),
      );
      expect(outcomes.map(({ status }) => status)).toEqual([
        'fulfilled',
        'rejected',
        'fulfilled',
        'fulfilled',
      ]);
      expect(await kept(poisoned)).toEqual(ONE_CREDIT);
      for (const other of others) expect(await kept(other)).toEqual(TWO_CREDITS);
    },
  );
});
