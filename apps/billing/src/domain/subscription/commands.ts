import type { InvoiceResource, Uuid } from '@florin/contracts';
import type { BillingTerms, TermsChange } from '../billing-terms.ts';
import type { Funding } from '../charge.ts';
import type { Metadata } from '../metadata.ts';
import type { Terms } from '../price.ts';
import type { Parties } from './model.ts';

/** A command to a subscription. It contains the new ids, because the core is pure. */
export type Command =
  | Create
  | Update
  | { readonly type: 'pause'; readonly resumesAt: number | null }
  | { readonly type: 'resume' }
  | { readonly type: 'cancel'; readonly atPeriodEnd: boolean }
  | { readonly type: 'uncancel' }
  /** Null for the customer's default. */
  | { readonly type: 'choose_method'; readonly methodId: Uuid | null }
  /** Merged by key; null deletes a key, and null alone deletes all. */
  | {
      readonly type: 'change_metadata';
      readonly change: Metadata | null;
      /** Absent if only metadata changes. */
      readonly terms?: TermsChange;
    }
  | MethodSaved
  | VoidInvoice
  | WriteOff
  /** The payer's or the seller's account is being closed. */
  | { readonly type: 'end_with_account' }
  /** Time has passed: processes the first due item, if any. */
  | { readonly type: 'tick'; readonly invoiceId: Uuid }
  | RecordCharge
  /** A sent invoice was paid on its page. */
  | { readonly type: 'record_payment'; readonly invoiceId: Uuid };

export interface Create extends Parties, Terms {
  readonly type: 'create';
  /** Whether its customer was created with it; absent until that is known, and in old history. */
  readonly isCustomerNew?: boolean;
  readonly id: Uuid;
  readonly timezone: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly testClockId: Uuid | null;
  readonly trialDays: number;
  /** Absent if all are inherited. */
  readonly terms?: BillingTerms;
  readonly invoiceId: Uuid;
}

export interface Update extends Terms {
  readonly type: 'update';
  /** Permanent id of the change and its charge. */
  readonly changeId: Uuid;
  readonly invoiceId: Uuid;
  /** When it takes effect; if absent, `now` for a higher yearly price, else `period_end`. */
  readonly effective?: 'now' | 'period_end' | undefined;
  /** False changes the items now without a charge or credit for the rest of the period. */
  readonly prorates?: boolean | undefined;
  /** The instant whose price a quote guarantees; absent for the current price. */
  readonly pricedAt?: number;
  /** How the remaining time was paid for; absent if it was paid in full. */
  readonly funding?: Funding | undefined;
}

/** When a change takes effect, and whether it is prorated. */
export type Timing = Pick<Update, 'effective' | 'prorates'>;

export function timingOf({ effective, prorates }: Timing): Timing {
  return { effective, prorates };
}

/** The customer saved a card, or changed the default. */
export interface MethodSaved {
  readonly type: 'method_saved';
  readonly methodId: Uuid;
  readonly isDefault: boolean;
  readonly savedAt: number;
}

/** The seller voids an invoice. */
export interface VoidInvoice {
  readonly type: 'void_invoice';
  readonly invoiceId: Uuid;
  /** Status of the invoice. */
  readonly status: InvoiceResource['status'];
  /** Action on its subscription; null if the seller chose none. */
  readonly subscription: 'keep' | 'cancel' | null;
}

/** The seller writes off an invoice; its subscription continues. */
export interface WriteOff {
  readonly type: 'write_off';
  readonly invoiceId: Uuid;
  /** Status of the invoice. */
  readonly status: InvoiceResource['status'];
}

export interface RecordCharge {
  readonly type: 'record_charge';
  readonly cause: string;
  readonly attempt: number;
  readonly outcome: ChargeOutcome;
}

/** The outcome of a charge; an unknown outcome does not count. */
export type ChargeOutcome =
  | { readonly kind: 'paid'; readonly transactionId: Uuid | null }
  | {
      readonly kind: 'sent';
      readonly paymentId: Uuid;
      readonly paymentUrl: string;
      /** Days until it is due; absent for the default. */
      readonly dueDays?: number;
    }
  | {
      readonly kind: 'failed';
      readonly reason: string;
      /** Stripe's decline code, null if unknown; absent if no card was declined. */
      readonly declineCode?: string | null;
      /** Where the customer can pay instead; absent if that is impossible. */
      readonly payment?: PaymentLink;
    };

/** A payment request of the ledger and the URL of its page. */
export interface PaymentLink {
  readonly id: Uuid;
  readonly url: string;
}
