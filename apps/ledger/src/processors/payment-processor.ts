import type { Uuid } from '@florin/contracts';
import type { AttemptOutcome } from '../domain/payment-attempt.ts';

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

export interface SavedCardOrder extends Pick<PaymentOrder, 'attemptId' | 'amount' | 'currency'> {
  /** The processor's own name for the payment that saved the card. */
  readonly savedBy: string;
}

/** What is known of an attempt; of one that is pending, `lookup` will tell more. */
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
   * Charges the card of an earlier payment, which is named by its reference. Nobody is there to
   * be asked for anything.
   */
  chargeSaved(order: SavedCardOrder): Promise<AttemptState>;
  /** `unknown` when it has not heard of the attempt, which may still be on its way. */
  lookup(attemptId: Uuid): Promise<AttemptState | { readonly status: 'unknown' }>;
  /**
   * Makes sure that nothing will come of an attempt that is on its way: a `start` that arrives
   * later takes no money. One that has arrived meanwhile is answered as by `lookup`.
   */
  abandon(attemptId: Uuid): Promise<AttemptState>;
}
