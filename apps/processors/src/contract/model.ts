import type { Uuid } from '@florin/contracts';
import type { Currency } from '@florin/money';

/** Amounts are minor units, instants milliseconds since 1970. */
export interface Money {
  readonly amount: bigint;
  readonly currency: Currency;
}

/** For whom a processor works: an account, and what the processor calls it if it has one of its own there. */
export interface Merchant {
  readonly accountId: Uuid;
  /** The processor's name for the account that is paid, `acct_…` at Stripe; null is the operator's own. */
  readonly reference: string | null;
}

/** All that is ever kept of a card. */
export interface CardSummary {
  readonly brand: string;
  readonly last4: string;
  /** Null where the processor does not say. */
  readonly expMonth: number | null;
  /** With its century. */
  readonly expYear: number | null;
}

/** What a customer can be charged by again. */
export interface SavedMethod {
  /** The processor's own name for it. */
  readonly reference: string;
  /** The processor's own name for whose it is; null where it keeps no customers. */
  readonly customerReference: string | null;
  /** Null for what is no card. */
  readonly card: CardSummary | null;
}

/** How a customer pays by a transfer of their own. */
export interface TransferInstructions {
  readonly name: string;
  readonly iban: string;
  readonly bic: string | null;
  /** Creditor reference by ISO 11649, by which the money is recognized. */
  readonly reference: string;
}

/**
 * What became of a charge, by the processor's own account of it.
 *
 * ```
 * (none) → pending | requires_action | authorized | succeeded | declined
 * pending, requires_action → authorized | succeeded | declined | canceled
 * authorized → succeeded | canceled
 * ```
 * `succeeded`, `declined` and `canceled` are final. A refund or dispute does not change a charge.
 */
export type ChargeState =
  /** The money was taken. */
  | {
      readonly status: 'succeeded';
      /** The processor's own name for it, by which it is found, refunded and settled. */
      readonly reference: string;
      readonly card: CardSummary | null;
      /** What the payer may be charged by again; null when nothing was to be saved. */
      readonly saved: SavedMethod | null;
    }
  /** The money is reserved, and taken by `capture`. */
  | { readonly status: 'authorized'; readonly reference: string; readonly card: CardSummary | null }
  /** No money was taken, and none will be. */
  | {
      readonly status: 'declined';
      readonly reference: string | null;
      /** One of Stripe's decline codes: `generic_decline` (no reason), `authentication_required` and so on. */
      readonly code: string;
      readonly card: CardSummary | null;
    }
  /** The customer has to do something, at the processor's page or at their bank. */
  | {
      readonly status: 'requires_action';
      readonly reference: string | null;
      readonly action:
        | { readonly kind: 'redirect'; readonly url: string }
        | { readonly kind: 'transfer'; readonly instructions: TransferInstructions };
    }
  /** It is known there, and not decided. */
  | { readonly status: 'pending'; readonly reference: string | null }
  /** No money was taken, and none will be: it was canceled or has expired before anybody paid. */
  | { readonly status: 'canceled' };

/** What a processor that was asked about a charge, refund or payout may also say: it knows nothing of it. */
export interface Unknown {
  readonly status: 'unknown';
}

/**
 * What became of money on its way to a payer or to an account's bank.
 *
 * ```
 * (none) → pending | succeeded | failed
 * pending → succeeded | failed
 * succeeded → failed: the bank has sent it back
 * ```
 */
export type TransferState =
  | { readonly status: 'pending'; readonly reference: string }
  | { readonly status: 'succeeded'; readonly reference: string }
  | { readonly status: 'failed'; readonly reference: string | null; readonly reason: string };

/**
 * What a dispute of a charge has come to. `won` and `lost` are the bank's word; a bank may think again.
 */
export interface DisputeState extends Money {
  readonly reference: string;
  /** The charge that the payer disputes. */
  readonly chargeReference: string;
  readonly status: 'needs_response' | 'under_review' | 'won' | 'lost';
  readonly reason: string;
  /** Until when evidence is taken; null when it no longer is. */
  readonly evidenceDueAt: number | null;
  /** What the processor takes for it, whoever wins. */
  readonly fee: bigint;
  readonly openedAt: number;
}

/** What an account says about a dispute. Texts and addresses, no files. */
export interface Evidence {
  readonly text: string;
  readonly customerName: string | null;
  readonly customerEmail: string | null;
  readonly serviceDate: string | null;
  readonly trackingNumber: string | null;
}

/**
 * Something has changed at the processor. Only a hint: what became of it is asked, so that notices
 * may come twice, in any order, or be forged without harm.
 */
export interface Notice {
  /** Names it for ever at this processor. */
  readonly id: string;
  readonly about: 'charge' | 'refund' | 'dispute' | 'payout' | 'method';
  /** The processor's own name of what has changed. */
  readonly reference: string;
  /** Our id of it, where the processor gave it back to us. */
  readonly ourId: Uuid | null;
  /** The merchant by the processor's name; null is the operator's own. */
  readonly merchantReference: string | null;
}

/** A line of what a processor settles: what it took, gave, and kept. */
export interface SettlementLine {
  /** Names the line for ever at this processor. */
  readonly reference: string;
  readonly kind: 'charge' | 'refund' | 'dispute' | 'fee' | 'payout' | 'adjustment';
  /** The processor's name of the charge, refund, dispute or payout; null for what belongs to none. */
  readonly about: string | null;
  /** What came in (positive) or went out (negative), before the fee. */
  readonly gross: bigint;
  /** What the processor keeps; negative when it gives a fee back. */
  readonly fee: bigint;
  readonly currency: Currency;
  /** When it counted, in milliseconds since 1970. */
  readonly at: number;
  /** The payout with which it was paid to the bank; null until one was made. */
  readonly payoutReference: string | null;
}

/** Lines of a processor, oldest first. */
export interface SettlementPage {
  readonly lines: readonly SettlementLine[];
  /** Where the next page begins; the same one again when there is nothing newer yet. */
  readonly cursor: string | null;
  readonly hasMore: boolean;
}
