import { AppError, newId, parsePublicId, type Uuid } from '@florin/contracts';
import { openDatabase } from '@florin/database';
import { openBalance } from '@florin/ledger/src/balances/operations.ts';
import { makeMeter } from '@florin/ledger/src/posting/metrics.ts';
import { openWriter } from '@florin/ledger/src/posting/writer.ts';
import type { LedgerTables } from '@florin/ledger/src/schema/tables.ts';
import { WRITER_LIMITS } from '@florin/ledger/src/writer-limits.ts';
import type { Currency } from '@florin/money';
import { createMetrics } from '@florin/service';

const USD = 'USD' as Currency;
/** The gateway's timeout. */
const CALL_MS_MAX = 3_000;
/** No payment settles during the measurement. */
const SETTLEMENT_DELAY_MS = 3_600_000;

export interface LedgerClient {
  openAccount(): Promise<Uuid>;
  /**
   * Records a credit.
   * @returns the transaction's id
   * @throws AppError unavailable if it must be retried with the same key
   */
  credit(accountId: Uuid, key: string, amount: bigint): Promise<Uuid>;
  close(): Promise<void>;
}

/** The ledger's own writer on one shard, without its service. */
export function openLedger(url: string, isCitus: boolean): LedgerClient {
  const { db, close } = openDatabase<LedgerTables>({ url, poolSizeMax: 2 }, () => {});
  const meter = makeMeter(createMetrics());
  const writer = openWriter(
    { url },
    WRITER_LIMITS,
    meter,
    () => {},
    isCitus ? { index: 0, count: 2 } : undefined,
  );
  return {
    async openAccount() {
      const id = newId();
      await openBalance(db, id, USD);
      return id;
    },
    async credit(accountId, key, amount) {
      const { status, body } = await writer.submit(
        {
          accountId,
          command: {
            ...{ kind: 'create', type: 'credit', amount, currency: USD, reference: null },
            ...{ metadata: {}, capture: 'automatic', refundOf: null },
            settlementDelayMs: SETTLEMENT_DELAY_MS,
          },
          idempotencyKey: {
            ...{ route: 'POST /v1/transactions', key },
            ...{ requestHash: String(amount), sentHash: null },
          },
          cause: { requestId: key, idempotencyKey: key },
        },
        performance.now() + CALL_MS_MAX,
      );
      if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
      const id = parsePublicId('transaction', String((body as { id?: unknown }).id));
      if (id === undefined) throw new Error(`no transaction: ${JSON.stringify(body)}`);
      return id;
    },
    async close() {
      await writer.stop();
      await close();
    },
  };
}

export function isUnavailable(error: unknown): boolean {
  return error instanceof AppError && error.code === 'unavailable';
}
