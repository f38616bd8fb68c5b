import { AppError, toPublicId } from '@florin/contracts';
import { withTimeout } from '@florin/runtime/timeout';
import type { PaymentAttempt, PaymentRequest } from '../domain/payment-request/model.ts';
import { type AttemptDeps, beginAttempt, finishAttempt } from './attempts.ts';
import { type Card, isOutcome, type SavedMethod, type Way } from './processor.ts';
import { findLastAttempt } from './queries.ts';

/** Reserved from the time limit for the response. */
const MARGIN_MS = 500;
/** How long a stop waits for processors; another process queries later outcomes. */
const DRAIN_MS = 2_000;
const SAVED_CARD_DEADLINE_MS = 2_000;

interface PayContext {
  readonly requestId: string;
  /** `performance.now()` at which the customer's response is due. */
  readonly deadline: number;
  readonly returnUrl: string;
  /** The terms that the page showed; null if it showed none. */
  readonly consentText: string | null;
}

export interface Payer {
  /** Tries to pay; returns where the customer continues, if not on the page. */
  pay(
    payment: PaymentRequest,
    by: { readonly way: Way; readonly card: Card | null },
    context: PayContext,
  ): Promise<string | null>;
  /**
   * Abandons an attempt that the customer started elsewhere, so that they can choose again. A
   * payment that succeeded meanwhile is credited.
   * @throws AppError unavailable if the processor does not answer
   */
  giveUp(payment: PaymentRequest, requestId: string): Promise<void>;
  /** Drains payments in progress, for a limited time. */
  stop(): Promise<void>;
}

/**
 * Pays in three crash-safe steps: commit the attempt, call the processor under the attempt's id,
 * commit its answer with the credit. Customers do not wait for slow processors.
 */
export function makePayer(deps: AttemptDeps, onError: (error: unknown) => void): Payer {
  const running = new Set<Promise<unknown>>();
  return {
    async pay(
      payment,
      { way: { processor }, card },
      { requestId, deadline, returnUrl, consentText },
    ) {
      const { id: paymentId, accountId, amount, currency } = payment;
      const { customerEmail, customerId, savesFor } = payment;
      const cause = { requestId, idempotencyKey: null };
      const begun = { processor, consentText };
      const attemptId = await beginAttempt(deps, payment, begun, cause, deadline);
      if (attemptId === undefined) return null;

      async function charge(id: string): Promise<string | null> {
        const attempt = { id, paymentId, accountId, amount, currency, processor };
        const description = payment.reference ?? toPublicId('paymentRequest', paymentId);
        const customer = { customerEmail, customerId, savesFor, consentText, card, returnUrl };
        const order = { ...attempt, ...customer, description };
        const state = await deps.processors.start(order, requestId);
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

    async giveUp({ id: paymentId, accountId, amount, currency }, requestId) {
      const last = await findLastAttempt(deps.books.of(paymentId), paymentId);
      if (last?.status !== 'processing') return;
      const { id, processor } = last;
      const attempt = { id, accountId, paymentId, processor, amount, currency };
      const state = await deps.processors.abandon(attempt, requestId);
      await finishAttempt(deps, attempt, state, { requestId, idempotencyKey: null });
    },

    async stop() {
      await withTimeout(DRAIN_MS, Promise.all(running));
    },
  };
}

/** A payment request to be paid with a saved card. */
interface AmountDue extends Pick<PaymentRequest, 'id' | 'accountId' | 'amount'> {
  readonly currency: string;
  readonly description: string;
  /** See BeginAttempt. */
  readonly isOnlyAttempt?: boolean;
}

/**
 * Pays with a saved card in the steps of every attempt: commit it, call the processor under its id,
 * commit the answer with the credit. Returns the last attempt.
 * @throws AppError unavailable if the outcome of an attempt is unknown.
 */
export async function chargeSavedCard(
  deps: AttemptDeps,
  due: AmountDue,
  method: SavedMethod,
  requestId: string,
): Promise<PaymentAttempt | undefined> {
  const { id: paymentId, isOnlyAttempt, ...money } = due;
  const { accountId } = due;
  const { processor } = method;
  const cause = { requestId, idempotencyKey: null };
  const deadline = performance.now() + SAVED_CARD_DEADLINE_MS;
  const begun = { processor, consentText: null, isOnlyAttempt };
  const attemptId = await beginAttempt(deps, due, begun, cause, deadline);
  // Refused: it is being paid, was just paid, or can no longer be paid; the last attempt shows
  // which.
  if (attemptId !== undefined) {
    const order = { ...money, id: attemptId, paymentId, processor };
    const state = await deps.processors.chargeSaved(order, method.id, requestId);
    if (!isOutcome(state)) throw outcomePending();
    await finishAttempt(deps, { id: attemptId, accountId, paymentId }, state, cause);
  }
  const last = await findLastAttempt(deps.books.of(paymentId), paymentId);
  if (last?.status === 'processing') throw outcomePending();
  return last;
}

function outcomePending(): AppError {
  return new AppError('unavailable', 'the processor has not reported the result of the card yet');
}
