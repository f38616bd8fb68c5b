import { AppError } from '@florin/contracts';
import { withTimeout } from '@florin/runtime/timeout';
import { type AttemptDeps, beginAttempt, finishAttempt } from './attempts.ts';
import type { PaymentAttempt, PaymentRequest } from './model.ts';
import type { Card } from './processor.ts';
import { findLastAttempt } from './queries.ts';

/** Left of the time allowed, to answer in. */
const MARGIN_MS = 500;
/** How long a stop waits for processors; what they answer later is looked up by another process. */
const DRAIN_MS = 2_000;
const SAVED_CARD_DEADLINE_MS = 2_000;

interface PayContext {
  readonly requestId: string;
  /** `performance.now()` by which the customer must be answered. */
  readonly deadline: number;
  readonly returnUrl: string;
}

export interface Payer {
  /** Tries to pay; returns where the customer continues, if not at the page. */
  pay(payment: PaymentRequest, card: Card | null, context: PayContext): Promise<string | null>;
  /** Drains payments in progress, for a bounded time. */
  stop(): Promise<void>;
}

/**
 * Pays by three steps, each of which is safe to die after: the attempt is committed, the processor
 * is asked under the attempt's id, its answer is committed with the credit. A customer does not
 * wait for a slow processor: the page says that it is being paid.
 */
export function makePayer(deps: AttemptDeps, onError: (error: unknown) => void): Payer {
  const running = new Set<Promise<unknown>>();
  return {
    async pay(payment, card, { requestId, deadline, returnUrl }) {
      const { id: paymentId, accountId, amount, currency } = payment;
      const cause = { requestId, idempotencyKey: null };
      const attemptId = await beginAttempt(deps, payment, cause, deadline);
      if (attemptId === undefined) return null;

      async function charge(id: string): Promise<string | null> {
        const order = { attemptId: id, amount, currency, card, returnUrl };
        const state = await deps.processor.start(order);
        if (state.status === 'redirect') return state.url;
        await finishAttempt(deps, { id, accountId, paymentId }, state, cause);
        return null;
      }

      const charging = charge(attemptId).catch((error: unknown) => {
        onError(error);
        return null;
      });
      running.add(charging);
      void charging.finally(() => running.delete(charging));
      return (await withTimeout(deadline - MARGIN_MS - performance.now(), charging)) ?? null;
    },

    async stop() {
      await withTimeout(DRAIN_MS, Promise.all(running));
    },
  };
}

/** A payment request that a saved card is to pay. */
interface AmountDue extends Pick<PaymentRequest, 'id' | 'accountId' | 'amount'> {
  readonly currency: string;
  /** The processor's reference of the payment that saved the card. */
  readonly savedBy: string;
}

/**
 * Pays by a saved card, by the steps of every attempt: it is committed, the processor is asked
 * under its id, the answer is committed with the credit. Returns the last attempt there is.
 * @throws AppError unavailable while the outcome of an attempt is unknown.
 */
export async function chargeSavedCard(
  deps: AttemptDeps,
  due: AmountDue,
  requestId: string,
): Promise<PaymentAttempt | undefined> {
  const { id: paymentId, accountId, amount, currency, savedBy } = due;
  const cause = { requestId, idempotencyKey: null };
  const deadline = performance.now() + SAVED_CARD_DEADLINE_MS;
  const attemptId = await beginAttempt(deps, due, cause, deadline);
  // Refused, it is being paid, was just paid, or can no longer be paid: see the last attempt.
  if (attemptId !== undefined) {
    const order = { attemptId, amount, currency, savedBy };
    const state = await deps.processor.chargeSaved(order);
    if (state.status === 'pending') throw outcomePending();
    await finishAttempt(deps, { id: attemptId, accountId, paymentId }, state, cause);
  }
  const last = await findLastAttempt(deps.db, paymentId);
  if (last?.status === 'processing') throw outcomePending();
  return last;
}

function outcomePending(): AppError {
  return new AppError('unavailable', 'the processor has not said yet what became of the card');
}
