import { AppError, type Uuid } from '@florin/contracts';
import type { Kysely } from 'kysely';
import type { Writer } from '../posting/writer.ts';
import type { LedgerTables } from '../tables.ts';
import type { FinishAttempt } from './attempts.ts';
import type { PaymentAttempt, PaymentRequest } from './model.ts';
import { type Card, type PaymentProcessor, withTimeout } from './processor.ts';
import { findLastAttempt, findSavedCard } from './queries.ts';

/** Left of the time allowed, to answer in. */
const MARGIN_MS = 500;
/** How long a stop waits for processors; what they answer later is looked up by another process. */
const DRAIN_MS = 2_000;

interface PayDeps {
  readonly writer: Writer;
  readonly processor: PaymentProcessor;
  readonly finishAttempt: FinishAttempt;
  readonly onError: (error: unknown) => void;
}

interface PayContext {
  readonly requestId: string;
  /** `performance.now()` by which the customer must hear something. */
  readonly deadline: number;
  readonly returnUrl: string;
}

export interface Pay {
  /** Tries to pay; returns where the customer has to go on, if not back to the page. */
  (payment: PaymentRequest, card: Card | null, context: PayContext): Promise<string | null>;
  stop(): Promise<void>;
}

/**
 * Pays by three steps, each of which is safe to die after: the attempt is committed, the processor
 * is asked under the attempt's id, its answer is committed with the credit. A customer does not
 * wait for a slow processor: the page says that it is being paid.
 */
export function makePay({ writer, processor, finishAttempt, onError }: PayDeps): Pay {
  const running = new Set<Promise<unknown>>();

  async function pay(
    { id: paymentId, accountId, amount, currency }: PaymentRequest,
    card: Card | null,
    { requestId, deadline, returnUrl }: PayContext,
  ): Promise<string | null> {
    const cause = { requestId, idempotencyKey: null };
    const command = { kind: 'begin_attempt', paymentId, processor: processor.name } as const;
    const begun = await writer.submit({ accountId, command, once: undefined, cause }, deadline);
    if (begun.status !== 200) return null;
    const { attemptId } = begun.body as { attemptId: Uuid };

    async function carryThrough(): Promise<string | null> {
      const state = await processor.start({ attemptId, amount, currency, card, returnUrl });
      if (state.status === 'redirect') return state.url;
      await finishAttempt({ id: attemptId, accountId, paymentId }, state, cause);
      return null;
    }
    const going = carryThrough().catch((error: unknown) => {
      onError(error);
      return null;
    });
    running.add(going);
    void going.finally(() => running.delete(going));
    return (await withTimeout(deadline - MARGIN_MS - performance.now(), going)) ?? null;
  }

  return Object.assign(pay, {
    async stop() {
      await withTimeout(DRAIN_MS, Promise.all(running));
    },
  });
}

const DEADLINE_MS = 2_000;

/** A payment request that a saved card is to pay. */
interface AmountDue {
  readonly accountId: Uuid;
  readonly paymentId: Uuid;
  readonly amount: bigint;
  readonly currency: string;
  /** The processor's reference of the payment that saved the card. */
  readonly savedBy: string;
}

export interface SavedCards {
  /** The card of somebody, by the processor's reference; undefined when none is saved. */
  find(accountId: Uuid, savesFor: string): Promise<string | undefined>;
  /**
   * Pays by a saved card, by the steps of every attempt: it is committed, the processor is asked
   * under its id, the answer is committed with the credit. Returns the last attempt there is.
   * @throws AppError unavailable while nobody knows what became of one.
   */
  charge(owed: AmountDue, requestId: string): Promise<PaymentAttempt | undefined>;
}

export function makeSavedCards({
  db,
  writer,
  processor,
  finishAttempt,
}: {
  readonly db: Kysely<LedgerTables>;
  readonly writer: Writer;
  readonly processor: PaymentProcessor;
  readonly finishAttempt: FinishAttempt;
}): SavedCards {
  return {
    find: (accountId, savesFor) => findSavedCard(db, accountId, savesFor, processor.name),

    async charge({ accountId, paymentId, amount, currency, savedBy }, requestId) {
      const cause = { requestId, idempotencyKey: null };
      const command = { kind: 'begin_attempt', paymentId, processor: processor.name } as const;
      const deadline = performance.now() + DEADLINE_MS;
      const begun = await writer.submit({ accountId, command, once: undefined, cause }, deadline);
      // It is being paid, has just been, or can no longer be: the last attempt tells.
      if (begun.status === 200) {
        const { attemptId } = begun.body as { attemptId: Uuid };
        const order = { attemptId, amount, currency, savedBy };
        const state = await processor.chargeSaved(order);
        if (state.status === 'pending') throw outcomePending();
        await finishAttempt({ id: attemptId, accountId, paymentId }, state, cause);
      }
      const last = await findLastAttempt(db, paymentId);
      if (last?.status === 'processing') throw outcomePending();
      return last;
    },
  };
}

function outcomePending(): AppError {
  return new AppError('unavailable', 'the processor has not said yet what became of the card');
}
