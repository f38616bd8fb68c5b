import { AppError, toPublicId } from '@florin/contracts';
import { type LeaseHolder, withoutCommitSignal } from '@florin/database';
import type { Worker } from '@florin/service';
import type { Processor } from '../contract/processor.ts';
import type { Funds } from '../domain/funds.ts';
import { eachDue } from '../due/workers.ts';
import { eachMerchant } from '../merchants/queries.ts';
import type { Registry } from '../registry.ts';
import type { Db } from '../schema.ts';
import {
  type DueFee,
  findCursor,
  matchLines,
  type Source,
  saveBooking,
  savePage,
  takeDueFees,
} from './queries.ts';

export interface SettlementDeps {
  readonly db: Db;
  readonly registry: Registry;
  readonly funds: Funds;
  /** Lease for reading settlements, held by one process at a time. */
  readonly settlementLease: LeaseHolder;
}

/** Pages per read; the next read continues. */
const PAGES_MAX = 50;
const LINES_MAX = 200;
/** A fee that an account cannot pay is retried after this. */
const AGAIN_AFTER_MS = 3_600_000;
const RESTS = { restMs: 1_000, restMsMax: 10_000, restAfterErrorMs: 5_000 };

/** Reads settlement lines, matches them with their objects, and books fees. */
export function settlementWorkers(deps: SettlementDeps, everyMs: number): readonly Worker[] {
  return [
    {
      name: 'reading what processors have settled',
      async round() {
        if (!(await deps.settlementLease.acquire())) return;
        for (const processor of deps.registry.all)
          await eachMerchant(deps.db, processor, (reference) =>
            readAll(deps, processor, reference),
          );
      },
      restMs: everyMs,
      restAfterErrorMs: 60_000,
    },
    {
      name: 'matching what processors have settled',
      round: async () => (await matchLines(deps.db, LINES_MAX)) === LINES_MAX,
      ...RESTS,
    },
    eachDue({
      name: 'booking fees of processors',
      take: (rowsMax) => takeDueFees(deps.db, rowsMax),
      work: (fee) => book(deps, fee),
      ...RESTS,
    }),
  ];
}

async function readAll(
  { db }: SettlementDeps,
  processor: Processor,
  reference: string | null,
): Promise<void> {
  const { name, livemode } = processor;
  const source: Source = { processor: name, livemode, merchantReference: reference };
  let cursor = await findCursor(db, source);
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const page = await processor.listSettlements({ reference }, cursor);
    const save = () => db.transaction().execute((tx) => savePage(tx, source, page));
    await (page.lines.length === 0 ? withoutCommitSignal(save) : save());
    cursor = page.cursor;
    if (!page.hasMore) return;
  }
}

/** Takes a fee from its account as far as there is money, or returns one. */
async function book({ db, funds }: SettlementDeps, due: DueFee): Promise<void> {
  const { id, accountId, currency, fee, booked, bookings, processor } = due;
  const left = fee - booked;
  const requestId = `settlement line ${id}`;
  const money = {
    ...{ accountId, currency, key: `${id}:${bookings + 1}`, reference: `fee of ${processor}` },
    metadata: { settlement_line_id: toPublicId('settlementLine', id) },
  };
  if (left < 0n) {
    await funds.deposit({ ...money, amount: -left }, requestId);
    return saveBooking(db, due, fee, true, AGAIN_AFTER_MS);
  }
  const withdrawal = { ...money, amount: left, amountMin: 1n, purpose: 'fee', ends: true } as const;
  const taken = await funds
    .withdraw(withdrawal, requestId)
    .then(({ amount }) => amount, zeroIfNotFound);
  await saveBooking(db, due, booked + taken, taken > 0n, AGAIN_AFTER_MS);
}

function zeroIfNotFound(error: unknown): bigint {
  if (error instanceof AppError && error.code === 'insufficient_funds') return 0n;
  throw error;
}
