import { AppError, type Uuid } from '@florin/contracts';
import type { Kysely } from 'kysely';
import type { Cause } from '../posting/event-model.ts';
import type { Writer } from '../posting/writer.ts';
import type { LedgerTables } from '../tables.ts';
import type { PaymentAttempt } from './model.ts';
import type { AttemptState, PaymentProcessor } from './processor.ts';
import { listStaleAttempts } from './queries.ts';

const DEADLINE_MS = 10_000;

type OpenAttempt = Pick<PaymentAttempt, 'id' | 'accountId' | 'paymentId'>;
export type FinishAttempt = (
  attempt: OpenAttempt,
  state: AttemptState,
  cause: Cause,
) => Promise<void>;

/**
 * Writes down what the processor has made of an attempt, and credits what it took. Any number of
 * processes may do so: the first one counts, and the others say the same.
 */
export function makeFinishAttempt(writer: Writer): FinishAttempt {
  return async ({ id, accountId, paymentId }, state, cause) => {
    if (state.status === 'pending') return;
    const { body } = await writer.submit(
      {
        accountId,
        command: { kind: 'finish_attempt', paymentId, attemptId: id, outcome: state },
        once: undefined,
        cause,
      },
      performance.now() + DEADLINE_MS,
    );
    const { status } = body as { status: PaymentAttempt['status'] };
    if ((status === 'succeeded') !== (state.status === 'succeeded')) throw contradiction(id);
  };
}

/** Nobody can mend this by program: money was taken that was not credited, or the reverse. */
function contradiction(attemptId: Uuid): Error {
  return new Error(`the processor says otherwise than before of the attempt ${attemptId}`);
}

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
