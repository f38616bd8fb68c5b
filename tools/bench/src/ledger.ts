import { newId, type Uuid } from '@florin/contracts';
import { openDatabase } from '@florin/database';
import { makeMeter } from '@florin/ledger/src/metrics.ts';
import { makeOpenBalance } from '@florin/ledger/src/operations/open-balance.ts';
import type { LedgerTables } from '@florin/ledger/src/store/schema.ts';
import { openWriter, WRITER_LIMITS } from '@florin/ledger/src/writer/open-writer.ts';
import { makeRunBatch } from '@florin/ledger/src/writer/run-batch.ts';
import type { Currency } from '@florin/money';
import { createMetrics } from '@florin/service-runtime';
import { makeRandom, pick } from './seeded.ts';

/** As a ledger has it unless it is told otherwise. */
const POOL_SIZE_MAX = 10;
const CALL_MS_MAX = 10_000;
/** No payment settles while it is measured: this part has no worker for it. */
const SETTLEMENT_DELAY_MS = 3_600_000;
const USD = 'USD' as Currency;
const FUNDS = 1_000_000_000n;
const AMOUNT_MAX = 1_000;

export interface InProcessLedger {
  /** Opens accounts with money on them. */
  openAccounts(count: number): Promise<readonly Uuid[]>;
  /** A caller of `submit`: half credits, half payments, on these accounts, as the seed says. */
  makeCall(accountIds: readonly Uuid[], seed: number): () => Promise<void>;
  close(): Promise<void>;
}

/** The ledger's writer without its service: no HTTP, no relay, no other process. */
export function openLedger(databaseUrl: string): InProcessLedger {
  const config = { url: databaseUrl, poolSizeMax: POOL_SIZE_MAX };
  const { db, close } = openDatabase<LedgerTables>(config, () => {});
  const meter = makeMeter(createMetrics());
  const writer = openWriter(databaseUrl, { makeRunBatch, limits: WRITER_LIMITS, meter }, () => {});
  const openBalance = makeOpenBalance(db);
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
        once: {
          route: 'POST /v1/transactions',
          key: `bench-${process.pid}-${submitted}`,
          requestHash: String(submitted),
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
      await Promise.all(ids.map((id) => openBalance(id, USD)));
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
    async close() {
      await writer.stop();
      await close();
    },
  };
}
