import { AppError, type Uuid } from '@florin/contracts';
import type { Kysely } from 'kysely';
import type { PaymentAttempt } from '../domain/payment-attempt.ts';
import type { PaymentProcessor } from '../processors/payment-processor.ts';
import { findLastAttempt, findSavedCard } from '../store/find-payments.ts';
import type { LedgerTables } from '../store/schema.ts';
import type { Writer } from '../writer/create-writer.ts';
import type { FinishAttempt } from './finish-attempt.ts';

const DEADLINE_MS = 2_000;

/** A payment request that a saved card is to pay. */
export interface Owed {
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
  charge(owed: Owed, requestId: string): Promise<PaymentAttempt | undefined>;
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
        if (state.status === 'pending') throw unknownYet();
        await finishAttempt({ id: attemptId, accountId, paymentId }, state, cause);
      }
      const last = await findLastAttempt(db, paymentId);
      if (last?.status === 'processing') throw unknownYet();
      return last;
    },
  };
}

function unknownYet(): AppError {
  return new AppError('unavailable', 'the processor has not said yet what became of the card');
}
