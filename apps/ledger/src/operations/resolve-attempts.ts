import { AppError, type Uuid } from '@florin/contracts';
import type { Kysely } from 'kysely';
import type { PaymentProcessor } from '../processors/payment-processor.ts';
import { listStaleAttempts } from '../store/list-due-payments.ts';
import type { LedgerTables } from '../store/schema.ts';
import type { FinishAttempt, OpenAttempt } from './finish-attempt.ts';

/** Asked about at once. */
const ATTEMPTS_MAX = 20;
/** Florin acts by itself. */
const cause = { requestId: null, idempotencyKey: null };

/**
 * Asks the processor what became of attempts that nobody has ended for a while: because it answers
 * late, or because whoever asked it is gone. Goes round them all, however many stay pending.
 * Returns whether there are more to ask about at once.
 */
export function makeResolveAttempts(
  db: Kysely<LedgerTables>,
  processor: PaymentProcessor,
  finishAttempt: FinishAttempt,
  staleAfterMs: number,
) {
  let after: Uuid | null = null;

  async function resolve(attempt: OpenAttempt): Promise<void> {
    const found = await processor.lookup(attempt.id);
    const state = found.status === 'unknown' ? await processor.abandon(attempt.id) : found;
    await finishAttempt(attempt, state, cause);
  }

  return async (): Promise<boolean> => {
    const filter = { processor: processor.name, staleAfterMs, after };
    const attempts = await listStaleAttempts(db, filter, ATTEMPTS_MAX);
    after = attempts.length === ATTEMPTS_MAX ? (attempts.at(-1)?.id ?? null) : null;
    const ends = await Promise.allSettled(attempts.map(resolve));
    const failures = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
    const failure = failures.find((reason) => !(reason instanceof AppError)) ?? failures[0];
    if (failure) throw failure;
    return after !== null;
  };
}
