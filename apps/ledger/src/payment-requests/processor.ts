import { AppError, type Uuid } from '@florin/contracts';
import { withTimeout } from '@florin/runtime/timeout';
import type { AttemptOutcome } from './model.ts';

/** A card as its holder typed it. Handed to a processor; never stored, never logged. */
export interface Card {
  /** Digits only. */
  readonly number: string;
  readonly expMonth: number;
  /** With its century. */
  readonly expYear: number;
  readonly cvc: string;
  readonly name: string;
}

export interface PaymentOrder {
  /** Names the payment at the processor for ever: sent twice, it is done once. */
  readonly attemptId: Uuid;
  /** Minor units. */
  readonly amount: bigint;
  readonly currency: string;
  /** Null where the processor asks for it at a page of its own. */
  readonly card: Card | null;
  /** Where the processor sends the customer when they have paid there. */
  readonly returnUrl: string;
}

interface SavedCardOrder extends Pick<PaymentOrder, 'attemptId' | 'amount' | 'currency'> {
  /** The processor's own name for the payment that saved the card. */
  readonly savedBy: string;
}

/** The known state of an attempt; of a pending one `lookup` will return the outcome. */
export type AttemptState = AttemptOutcome | { readonly status: 'pending' };

/**
 * What takes money from customers, outside of Florin. Its calls may fail or never return: who
 * depends on what became of one asks `lookup`, again and again.
 */
export interface PaymentProcessor {
  readonly name: string;
  /** `form` takes a card from our page; `redirect` sends the customer to a page of its own. */
  readonly kind: 'form' | 'redirect';
  start(
    order: PaymentOrder,
  ): Promise<AttemptState | { readonly status: 'redirect'; readonly url: string }>;
  /**
   * Charges the card of an earlier payment, which is named by its reference. No customer is present to
   * be asked for anything.
   */
  chargeSaved(order: SavedCardOrder): Promise<AttemptState>;
  /** `unknown` when it has not received the attempt, which may still be on its way. */
  lookup(attemptId: Uuid): Promise<AttemptState | { readonly status: 'unknown' }>;
  /**
   * Makes sure that nothing will come of an attempt that is on its way: a `start` that arrives
   * later takes no money. One that has arrived meanwhile is answered as by `lookup`.
   */
  abandon(attemptId: Uuid): Promise<AttemptState>;
}

/** Longest that each call of a processor is waited for, in milliseconds. */
interface ProcessorTimeouts {
  /** Customers wait less long; what is answered by then is written down without a look-up. */
  readonly start: number;
  /** Below the time that billing waits for its call. */
  readonly chargeSaved: number;
  readonly lookup: number;
  readonly abandon: number;
}

export const PROCESSOR_TIMEOUTS: ProcessorTimeouts = {
  start: 10_000,
  chargeSaved: 1_000,
  lookup: 5_000,
  abandon: 5_000,
};

/**
 * A processor whose calls time out. A charge that is not answered in time may have been made:
 * it is pending, so that its attempt stays `processing` until a look-up returns the outcome. A
 * look-up that times out is made again later.
 */
export function withTimeouts(
  processor: PaymentProcessor,
  timeouts = PROCESSOR_TIMEOUTS,
): PaymentProcessor {
  const { name, kind } = processor;
  return {
    name,
    kind,
    start: async (order) => (await withTimeout(timeouts.start, processor.start(order))) ?? PENDING,
    chargeSaved: async (order) =>
      (await withTimeout(timeouts.chargeSaved, processor.chargeSaved(order))) ?? PENDING,
    lookup: async (attemptId) =>
      (await withTimeout(timeouts.lookup, processor.lookup(attemptId))) ?? noAnswer(),
    abandon: async (attemptId) =>
      (await withTimeout(timeouts.abandon, processor.abandon(attemptId))) ?? noAnswer(),
  };
}

const PENDING = { status: 'pending' } as const;

function noAnswer(): never {
  throw new AppError('unavailable', 'the processor does not answer');
}
