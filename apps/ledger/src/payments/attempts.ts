import { AppError, type Uuid } from '@florin/contracts';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { type Cause, SYSTEM_CAUSE } from '../domain/events.ts';
import type { BeginAttempt } from '../domain/payment-request/commands.ts';
import type { PaymentAttempt, PaymentRequest } from '../domain/payment-request/model.ts';
import type { PostingDeps } from '../posting/submit.ts';
import type { LedgerTables } from '../schema/tables.ts';
import { type AttemptName, type AttemptState, isOutcome, type Processors } from './processor.ts';
import { findStaleAttempts } from './queries.ts';

const DEADLINE_MS = 10_000;

const attemptReply = z.object({
  attemptId: z.string(),
  status: z.enum(['processing', 'succeeded', 'declined']),
});

type OpenAttempt = Pick<PaymentAttempt, 'id' | 'accountId' | 'paymentId'>;

export interface AttemptDeps extends PostingDeps {
  readonly processors: Processors;
}

/**
 * Commits an attempt before the processor is called; returns its id, or undefined if it was
 * refused.
 */
export async function beginAttempt(
  { writer }: AttemptDeps,
  { id: paymentId, accountId }: Pick<PaymentRequest, 'id' | 'accountId'>,
  begun: Omit<BeginAttempt, 'kind' | 'paymentId'>,
  cause: Cause,
  deadline: number,
): Promise<Uuid | undefined> {
  const command = { kind: 'begin_attempt', paymentId, ...begun } as const;
  const { status, body } = await writer.submit({ accountId, command, cause }, deadline);
  return status === 200 ? attemptReply.parse(body).attemptId : undefined;
}

/**
 * Records the outcome of an attempt, and credits the money taken. Idempotent across processes: the
 * first outcome counts.
 */
export async function finishAttempt(
  { writer }: Pick<AttemptDeps, 'writer'>,
  { id, accountId, paymentId }: OpenAttempt,
  outcome: AttemptState,
  cause: Cause,
): Promise<void> {
  if (!isOutcome(outcome)) return;
  const command = { kind: 'finish_attempt', paymentId, attemptId: id, outcome } as const;
  const deadline = performance.now() + DEADLINE_MS;
  const { body } = await writer.submit({ accountId, command, cause }, deadline);
  const { status } = attemptReply.parse(body);
  if ((status === 'succeeded') !== (outcome.status === 'succeeded')) throw contradiction(id);
}

/** Requires an operator: money was taken but not credited, or the reverse. */
function contradiction(attemptId: Uuid): Error {
  return new Error(`the processor changed its result of the attempt ${attemptId}`);
}

/** Attempts queried concurrently. */
const ATTEMPTS_MAX = 20;

/**
 * Queries the processor about attempts that are stuck, page by page, because it answers late or the
 * calling process crashed.
 * @returns whether there are more to query at once
 */
export function makeAttemptResolver(
  deps: AttemptDeps,
  db: Kysely<LedgerTables>,
  staleAfterMs: number,
) {
  const { processors } = deps;
  let after: Uuid | null = null;

  async function resolve(attempt: AttemptName): Promise<void> {
    const requestId = `attempt ${attempt.id}`;
    const found = await processors.lookup(attempt, requestId);
    const state = found.status === 'unknown' ? await processors.abandon(attempt, requestId) : found;
    await finishAttempt(deps, attempt, state, SYSTEM_CAUSE);
  }

  return async (): Promise<boolean> => {
    const filter = { staleAfterMs, after };
    const attempts = await findStaleAttempts(db, filter, ATTEMPTS_MAX);
    after = attempts.length === ATTEMPTS_MAX ? (attempts.at(-1)?.id ?? null) : null;
    const ends = await Promise.allSettled(attempts.map(resolve));
    const failures = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
    const failure = failures.find((reason) => !(reason instanceof AppError)) ?? failures[0];
    if (failure) throw failure;
    return after !== null;
  };
}
