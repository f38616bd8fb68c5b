import { AppError } from '@florin/contracts';
import type { Kysely } from 'kysely';
import { listDuePayments } from '../store/list-due-payments.ts';
import type { LedgerTables } from '../store/schema.ts';
import type { Writer } from '../writer/create-writer.ts';

const PAYMENTS_MAX = 500;
const DEADLINE_MS = 10_000;

/**
 * Cancels payment requests whose time is up. Any number of processes may do it at once. Returns
 * whether there may be more.
 */
export function makeExpirePayments(db: Kysely<LedgerTables>, writer: Writer) {
  return async (): Promise<boolean> => {
    const due = await listDuePayments(db, PAYMENTS_MAX);
    const deadline = performance.now() + DEADLINE_MS;
    const ends = await Promise.allSettled(
      due.map(({ id, accountId }) =>
        writer.submit(
          {
            accountId,
            command: { kind: 'expire_payment', paymentId: id },
            once: undefined,
            cause: { requestId: null, idempotencyKey: null },
          },
          deadline,
        ),
      ),
    );
    const failure = ends.find((end) => end.status === 'rejected');
    // Those of a busy account are still due in the next round.
    if (failure && !(failure.reason instanceof AppError)) throw failure.reason;
    return !failure && due.length === PAYMENTS_MAX;
  };
}
