import type { InvoiceResource, Uuid } from '@florin/contracts';
import type { Funding } from '../charges/model.ts';
import type { Metadata } from '../metadata-model.ts';
import type { PlanTerms } from '../plans/model.ts';
import type { Parties } from './model.ts';

/** A command to a subscription. Ids that it may need are created outside: the core is pure. */
export type Command =
  | Create
  | Update
  | { readonly type: 'pause'; readonly resumesAt: number | null }
  | { readonly type: 'resume' }
  | { readonly type: 'cancel'; readonly atPeriodEnd: boolean }
  | { readonly type: 'uncancel' }
  /** Null for what the customer has as default. */
  | { readonly type: 'choose_method'; readonly methodId: Uuid | null }
  /** Merged by key, where null deletes one; null alone deletes all. */
  | { readonly type: 'change_metadata'; readonly change: Metadata | null }
  | MethodSaved
  | VoidInvoice
  | WriteOff
  /** The account of the payer or of the seller is being closed. */
  | { readonly type: 'end_with_account' }
  /** Time has passed: does what is due first, if anything is. */
  | { readonly type: 'tick'; readonly invoiceId: Uuid }
  | RecordCharge
  /** A sent invoice was paid at its page. */
  | { readonly type: 'record_payment'; readonly invoiceId: Uuid };

export interface Create extends Parties {
  readonly type: 'create';
  /** Whether its customer was made for it; absent until that is known, and in old history. */
  readonly isCustomerNew?: boolean;
  readonly id: Uuid;
  readonly plan: PlanTerms;
  readonly quantity: number;
  readonly timezone: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly testClockId: Uuid | null;
  readonly trialDays: number;
  readonly invoiceId: Uuid;
}

export interface Update {
  readonly type: 'update';
  readonly plan: PlanTerms;
  readonly quantity: number;
  /** Names the change and its charge for ever. */
  readonly changeId: Uuid;
  readonly invoiceId: Uuid;
  /** When it takes effect; absent for `now` if the price of a year rises, else `period_end`. */
  readonly effective?: 'now' | 'period_end' | undefined;
  /** False changes the plan now without a charge or credit for the rest of the period. */
  readonly prorates?: boolean | undefined;
  /** The instant whose price a quote has promised; absent for the price of now. */
  readonly pricedAt?: number;
  /** How the time that is left was paid for; absent where all of it was. */
  readonly funding?: Funding | undefined;
}

/** When a change takes effect, and whether it is prorated. */
export type Timing = Pick<Update, 'effective' | 'prorates'>;

export function timingOf({ effective, prorates }: Timing): Timing {
  return { effective, prorates };
}

/** Its customer has saved a card, or has another default. */
export interface MethodSaved {
  readonly type: 'method_saved';
  readonly methodId: Uuid;
  readonly isDefault: boolean;
  readonly savedAt: number;
}

/** The seller no longer wants an invoice to be paid. */
export interface VoidInvoice {
  readonly type: 'void_invoice';
  readonly invoiceId: Uuid;
  /** Of the invoice. */
  readonly status: InvoiceResource['status'];
  /** What becomes of its subscription; null when the seller does not say. */
  readonly subscription: 'keep' | 'cancel' | null;
}

/** The seller expects no money for an invoice any more; its subscription goes on. */
export interface WriteOff {
  readonly type: 'write_off';
  readonly invoiceId: Uuid;
  /** Of the invoice. */
  readonly status: InvoiceResource['status'];
}

export interface RecordCharge {
  readonly type: 'record_charge';
  readonly cause: string;
  readonly attempt: number;
  readonly outcome: ChargeOutcome;
}

/** The outcome of a charge; an unknown outcome is none. */
export type ChargeOutcome =
  | { readonly kind: 'paid'; readonly transactionId: Uuid | null }
  | { readonly kind: 'sent'; readonly paymentId: Uuid; readonly paymentUrl: string }
  | {
      readonly kind: 'failed';
      readonly reason: string;
      /** Stripe's name of why a card was declined, null where it is unknown; absent where no card was. */
      readonly declineCode?: string | null;
      /** Where the customer can pay instead; absent where that is impossible. */
      readonly payment?: PaymentLink;
    };

/** A payment request of the ledger and the address of its page. */
export interface PaymentLink {
  readonly id: Uuid;
  readonly url: string;
}
