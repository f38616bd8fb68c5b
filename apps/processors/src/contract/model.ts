import type { Uuid } from '@florin/contracts';
import type { Currency } from '@florin/money';

/** Amounts are minor units, instants milliseconds since 1970. */
export interface Money {
  readonly amount: bigint;
  readonly currency: Currency;
}

/** The merchant of a charge: an account, and its own account at the processor, if any. */
export interface Merchant {
  readonly accountId: Uuid;
  /** The processor's id of the account that is paid, `acct_…` at Stripe; null is the operator's. */
  readonly reference: string | null;
}

/** The only card data that is ever stored. */
export interface CardSummary {
  readonly brand: string;
  readonly last4: string;
  /** Null if the processor does not say. */
  readonly expMonth: number | null;
  /** Four digits. */
  readonly expYear: number | null;
}

/** A saved payment method. */
export interface SavedMethod {
  /** The processor's id. */
  readonly reference: string;
  /** The processor's id of the customer; null if it has no customers. */
  readonly customerReference: string | null;
  /** Null if the method is not a card. */
  readonly card: CardSummary | null;
}

/** Instructions for a bank transfer. */
export interface TransferInstructions {
  readonly name: string;
  readonly iban: string;
  readonly bic: string | null;
  /** Creditor reference (ISO 11649), by which the money is matched. */
  readonly reference: string;
}

/**
 * State of a charge at its processor; refunds and disputes do not change it (decision 36).
 *
 * ```
 * (none) → pending | requires_action | authorized | succeeded | declined
 * pending, requires_action → authorized | succeeded | declined | canceled
 * authorized → succeeded | canceled
 * ```
 * `succeeded`, `declined` and `canceled` are final.
 */
export type ChargeState =
  /** The money was taken. */
  | {
      readonly status: 'succeeded';
      /** The processor's id, used to find, refund and settle it. */
      readonly reference: string;
      readonly card: CardSummary | null;
      /** The saved method; null if none was to be saved. */
      readonly saved: SavedMethod | null;
    }
  /** The money is reserved until `capture` takes it. */
  | { readonly status: 'authorized'; readonly reference: string; readonly card: CardSummary | null }
  /** No money was taken, and none will be. */
  | {
      readonly status: 'declined';
      readonly reference: string | null;
      /**
       * A Stripe decline code: `generic_decline` (no reason), `authentication_required` and so on.
       */
      readonly code: string;
      readonly card: CardSummary | null;
    }
  /** The customer must act, on the processor's page or at their bank. */
  | {
      readonly status: 'requires_action';
      readonly reference: string | null;
      readonly action:
        | { readonly kind: 'redirect'; readonly url: string }
        | { readonly kind: 'transfer'; readonly instructions: TransferInstructions };
    }
  /** Received and undecided. */
  | { readonly status: 'pending'; readonly reference: string | null }
  /** Canceled or expired before a payment; no money was taken, and none will be. */
  | { readonly status: 'canceled' };

/** The processor does not know the charge, refund or payout. */
export interface Unknown {
  readonly status: 'unknown';
}

/**
 * State of a refund or payout (decision 36).
 *
 * ```
 * (none) → pending | succeeded | failed
 * pending → succeeded | failed
 * succeeded → failed: the bank has returned it
 * ```
 */
export type TransferState =
  | { readonly status: 'pending'; readonly reference: string }
  | { readonly status: 'succeeded'; readonly reference: string }
  | { readonly status: 'failed'; readonly reference: string | null; readonly reason: string };

/** State of a dispute. The bank decides `won` and `lost`, and may reverse its decision. */
export interface DisputeState extends Money {
  readonly reference: string;
  /** The disputed charge. */
  readonly chargeReference: string;
  readonly status: 'needs_response' | 'under_review' | 'won' | 'lost';
  readonly reason: string;
  /** Deadline for evidence; null once it is no longer accepted. */
  readonly evidenceDueAt: number | null;
  /** The processor's fee, charged even if won. */
  readonly fee: bigint;
  readonly openedAt: number;
}

/** Evidence of an account about a dispute: texts and addresses, no files. */
export interface Evidence {
  readonly text: string;
  readonly customerName: string | null;
  readonly customerEmail: string | null;
  readonly serviceDate: string | null;
  readonly trackingNumber: string | null;
}

/**
 * A change at the processor. Only a hint: the current state is then fetched, so duplicates, wrong
 * order and forgeries do no harm.
 */
export interface Notice {
  /** Permanent id at this processor. */
  readonly id: string;
  readonly about: 'charge' | 'refund' | 'dispute' | 'payout' | 'method';
  /** The processor's id of the changed object. */
  readonly reference: string;
  /** Our id of the object, if the processor returns it. */
  readonly ourId: Uuid | null;
  /** The merchant's id at the processor; null is the operator's account. */
  readonly merchantReference: string | null;
}

/** A settlement line: money taken, given, and kept as a fee. */
export interface SettlementLine {
  /** Permanent id at this processor. */
  readonly reference: string;
  readonly kind: 'charge' | 'refund' | 'dispute' | 'fee' | 'payout' | 'adjustment';
  /** The processor's id of the charge, refund, dispute or payout; null if there is none. */
  readonly about: string | null;
  /** Amount received (positive) or paid (negative), before the fee. */
  readonly gross: bigint;
  /** Fee; negative if the processor returns one. */
  readonly fee: bigint;
  readonly currency: Currency;
  /** Booking time, in milliseconds since 1970. */
  readonly at: number;
  /** The payout to the bank that included it; null until there is one. */
  readonly payoutReference: string | null;
}

/** Lines of a processor, oldest first. */
export interface SettlementPage {
  readonly lines: readonly SettlementLine[];
  /** Start of the next page; unchanged if there is nothing newer yet. */
  readonly cursor: string | null;
  readonly hasMore: boolean;
}
