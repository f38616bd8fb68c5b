import { anonymous, newId, timeOfId, type Uuid } from '@florin/contracts';
import { openDatabase } from '@florin/database';
import { openBalance } from '@florin/ledger/src/balances/operations.ts';
import { firstIdAt } from '@florin/ledger/src/domain/ids.ts';
import { makeMeter } from '@florin/ledger/src/posting/metrics.ts';
import { openWriter } from '@florin/ledger/src/posting/writer.ts';
import type { LedgerTables } from '@florin/ledger/src/schema/tables.ts';
import { makeBooks } from '@florin/ledger/src/shards/books.ts';
import { listTransactions } from '@florin/ledger/src/transactions/operations.ts';
import { WRITER_LIMITS } from '@florin/ledger/src/writer-limits.ts';
import type { Currency } from '@florin/money';
import { createMetrics } from '@florin/service';
import type { Kysely } from 'kysely';
import { makeRandom, pick } from './seeded.ts';

/** The default of the ledger. */
const POOL_SIZE_MAX = 10;
const CALL_MS_MAX = 30_000;
/** No payment settles during the measurement: this part has no worker for it. */
const SETTLEMENT_DELAY_MS = 3_600_000;
const USD = 'USD' as Currency;
const FUNDS = 1_000_000_000n;
const AMOUNT_MAX = 1_000;

/** Number of places at which pages begin. */
const CURSORS = 1_000;
const PAGE = 20;
const admin = { ...anonymous, role: 'admin' } as const;
const everything = {
  accountId: undefined,
  status: undefined,
  type: undefined,
  reference: undefined,
  from: undefined,
  to: undefined,
  before: undefined,
};

export interface InProcessLedger {
  /** Opens accounts with money. */
  openAccounts(count: number): Promise<readonly Uuid[]>;
  /** Returns a call of `submit` on these accounts: half credits, half payments, by the seed. */
  makeCall(accountIds: readonly Uuid[], seed: number): () => Promise<void>;
  /** All accounts. */
  listAccounts(): Promise<readonly Uuid[]>;
  /** Some transactions at this share of the whole list, newest first. */
  listAtDepth(share: number): Promise<readonly Uuid[]>;
  /**
   * Returns a read of a page of that list at one of these cursors; without any, of the first page.
   */
  makeRead(cursors: readonly Uuid[], seed: number): () => Promise<void>;
  close(): Promise<void>;
}

/** The ledger's writer without its service: no HTTP, no relay, no other process. */
export function openLedger(databaseUrl: string): InProcessLedger {
  const config = { url: databaseUrl, poolSizeMax: POOL_SIZE_MAX };
  const { db, close } = openDatabase<LedgerTables>(config, () => {});
  const meter = makeMeter(createMetrics());
  const books = makeBooks([db]);
  const writer = openWriter({ url: databaseUrl }, WRITER_LIMITS, meter, () => {});
  let submitted = 0;

  async function submit(accountId: Uuid, type: 'credit' | 'payment', amount: bigint) {
    submitted += 1;
    const { status, body } = await writer.submit(
      {
        accountId,
        command: {
          kind: 'create',
          type,
          amount,
          currency: USD,
          reference: null,
          metadata: {},
          capture: 'automatic',
          settlementDelayMs: SETTLEMENT_DELAY_MS,
          refundOf: null,
        },
        idempotencyKey: {
          route: 'POST /v1/transactions',
          key: `bench-${process.pid}-${submitted}`,
          requestHash: String(submitted),
          sentHash: String(submitted),
        },
        cause: { requestId: `req_${submitted}`, idempotencyKey: null },
      },
      performance.now() + CALL_MS_MAX,
    );
    if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  }

  return {
    async openAccounts(count) {
      const ids = Array.from({ length: count }, newId);
      // One by one: parallel ones would exceed the wait for a connection.
      for (const id of ids) await openBalance(db, id, USD);
      await Promise.all(ids.map((id) => submit(id, 'credit', FUNDS)));
      return ids;
    },
    makeCall(accountIds, seed) {
      const random = makeRandom(seed);
      return () =>
        submit(
          pick(random, accountIds),
          random() < 0.5 ? 'credit' : 'payment',
          BigInt(1 + Math.floor(random() * AMOUNT_MAX)),
        );
    },
    async listAccounts() {
      const rows = await db.selectFrom('balances').select('account_id').execute();
      return rows.map(({ account_id }) => account_id);
    },
    async listAtDepth(share) {
      const [newest, oldest] = [await findEnd(db, 'desc'), await findEnd(db, 'asc')];
      const rows = await db
        .selectFrom('transactions')
        .select('id')
        .where('id', '<', firstIdAt(Math.round(newest - (newest - oldest) * share)))
        .orderBy('id', 'desc')
        .limit(CURSORS)
        .execute();
      return rows.map(({ id }) => id);
    },
    makeRead(cursors, seed) {
      const random = makeRandom(seed);
      return async () => {
        const after = cursors.length === 0 ? undefined : pick(random, cursors);
        const { items } = await listTransactions(books, admin, {
          ...everything,
          after,
          limit: PAGE,
        });
        if (items.length !== PAGE) throw new Error(`a page of ${items.length}`);
      };
    },
    async close() {
      await writer.stop();
      await close();
    },
  };
}

/** Time of the first or last transaction, in milliseconds since 1970. */
async function findEnd(db: Kysely<LedgerTables>, direction: 'asc' | 'desc'): Promise<number> {
  const { id } = await db
    .selectFrom('transactions')
    .select('id')
    .orderBy('id', direction)
    .limit(1)
    .executeTakeFirstOrThrow();
  return timeOfId(id);
}
