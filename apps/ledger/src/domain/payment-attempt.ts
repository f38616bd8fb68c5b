import type { Uuid } from '@florin/contracts';

/** All that is ever kept of a card. */
export interface CardSummary {
  readonly brand: string;
  readonly last4: string;
}

/** What a processor made of an attempt, for good. */
export type AttemptOutcome =
  | {
      readonly status: 'succeeded';
      /** The processor's own name for it. */
      readonly reference: string;
      readonly card: CardSummary | null;
    }
  | {
      readonly status: 'declined';
      readonly reference: string | null;
      readonly code: string;
      readonly card: CardSummary | null;
    }
  /** It never reached the processor and never will. */
  | { readonly status: 'abandoned' };

/** The code of an attempt that counts as none of the customer's. */
export const ABANDONED = 'abandoned';

/**
 * One try to pay a payment request. A request has at most one that is processing or succeeded.
 * Instants are milliseconds since 1970.
 */
export interface PaymentAttempt {
  readonly id: Uuid;
  readonly accountId: Uuid;
  readonly paymentId: Uuid;
  readonly status: 'processing' | 'succeeded' | 'declined';
  /** Name of the processor that was asked. */
  readonly processor: string;
  readonly processorReference: string | null;
  readonly declineCode: string | null;
  readonly card: CardSummary | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}
