import type { Uuid } from '@florin/contracts';
import type { PaymentRequest } from '../domain/payment-request.ts';
import type { Card, PaymentProcessor } from '../processors/payment-processor.ts';
import type { Writer } from '../writer/create-writer.ts';
import type { FinishAttempt } from './finish-attempt.ts';
import { within } from './within.ts';

/** Left of the time allowed, to answer in. */
const MARGIN_MS = 500;
/** How long a stop waits for processors; what they answer later is looked up by another process. */
const DRAIN_MS = 2_000;

export interface PayDeps {
  readonly writer: Writer;
  readonly processor: PaymentProcessor;
  readonly finishAttempt: FinishAttempt;
  readonly onError: (error: unknown) => void;
}

export interface PayContext {
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
    return (await within(deadline - MARGIN_MS - performance.now(), going)) ?? null;
  }

  return Object.assign(pay, {
    async stop() {
      await within(DRAIN_MS, Promise.all(running));
    },
  });
}
