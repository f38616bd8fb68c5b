import { AppError } from '@florin/contracts';
import type { LeaseKeeper } from '@florin/database';
import type { Kysely } from 'kysely';
import { type DueHold, listDueHolds } from '../store/find-transactions.ts';
import type { LedgerTables } from '../store/schema.ts';
import type { Writer } from '../writer/create-writer.ts';

const HOLDS_MAX = 500;
const DEADLINE_MS = 10_000;

/**
 * Settles or expires the holds whose time has come. One process at a time does it, by a lease:
 * several would be right too, since a hold that another one has ended is refused, but each would do
 * the work of all. Returns how many were due.
 */
export function makeEndDueHolds(db: Kysely<LedgerTables>, writer: Writer, keeper: LeaseKeeper) {
  return async (): Promise<number> => {
    if (!(await keeper.hold())) return 0;
    const holds = await listDueHolds(db, HOLDS_MAX);
    const deadline = performance.now() + DEADLINE_MS;
    const ended = await Promise.allSettled(
      holds.map((hold) => writer.submit(toSubmission(hold), deadline)),
    );
    const failure = ended.find((result) => result.status === 'rejected');
    // A busy account's holds are still due in the next round.
    if (failure && !(failure.reason instanceof AppError)) throw failure.reason;
    return failure ? 0 : holds.length;
  };
}

function toSubmission({ id, accountId, capture }: DueHold) {
  return {
    accountId,
    command: { kind: capture === 'manual' ? 'expire' : 'settle', transactionId: id } as const,
    once: undefined,
    cause: { requestId: null, idempotencyKey: null },
  };
}
