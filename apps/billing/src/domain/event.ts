import type { Uuid } from '@florin/contracts';
import type { Charge } from './charge.ts';
import type { ChargeOutcome, Create, PaymentLink } from './command.ts';
import type { PlanTerms } from './plan-terms.ts';
import type { CancellationReason, Charging, Dunning } from './subscription.ts';

/** What has happened to a subscription: its history, from which it can be built again. */
export type SubscriptionEvent = { readonly at: number } & (
  | Created
  | { readonly type: 'trial_end_announced' }
  | { readonly type: 'charge_started'; readonly charging: Charging }
  | ChargeSucceeded
  | AttemptFailed
  /** A change that could not be paid: nothing has changed. */
  | {
      readonly type: 'change_refused';
      readonly cause: string;
      readonly invoiceId: Uuid;
      readonly reason: string;
    }
  | PlanChanged
  | { readonly type: 'pending_change_dropped' }
  | { readonly type: 'cancel_scheduled' }
  | { readonly type: 'cancel_unscheduled' }
  | {
      readonly type: 'paused';
      readonly remainingSeconds: number;
      readonly resumesAt: number | null;
    }
  | { readonly type: 'resumed' }
  | InvoiceSettled
  | { readonly type: 'invoice_given_up'; readonly invoiceId: Uuid }
  | Ended
);

export interface Created extends Omit<Create, 'type' | 'trialDays' | 'invoiceId' | 'testClockId'> {
  readonly type: 'created';
  /** Absent in what was written before there were clocks. */
  readonly testClockId?: Uuid | null;
  readonly trialEndAt: number | null;
}

/** A change that cost nothing: at once, or with the next period. */
export interface PlanChanged {
  readonly type: 'plan_changed' | 'change_scheduled';
  readonly plan: PlanTerms;
  readonly quantity: number;
  /** Absent in what was written before changes could be explained. */
  readonly changeId?: Uuid;
}

export interface ChargeSucceeded {
  readonly type: 'charge_succeeded';
  readonly charge: Charge;
  readonly attempt: number;
  readonly outcome: Exclude<ChargeOutcome, { kind: 'failed' }>;
  /** When a sent invoice has to be paid; null when it is paid already. */
  readonly dueAt: number | null;
}

/** An invoice could not be collected, or is overdue with nothing there to charge. */
export interface AttemptFailed {
  readonly type: 'attempt_failed';
  readonly reason: string;
  /** Nobody was charged; absent where somebody was, and in what was written before reminders. */
  readonly isReminder?: true;
  /** Who tries again and when; null when that was the last attempt. */
  readonly dunning: Dunning | null;
  readonly invoiceId: Uuid;
  readonly attempt: number;
  /** Where the customer can pay it all the same. */
  readonly payment?: PaymentLink;
}

/** An invoice that was sent is paid, or nobody has to pay it any more. */
export interface InvoiceSettled {
  readonly type: 'invoice_settled' | 'invoice_voided';
  readonly invoiceId: Uuid;
  /** Which other invoice it is past due with now; null when with none. */
  readonly dunning: Dunning | null;
}

export interface Ended {
  readonly type: 'ended';
  readonly status: 'canceled' | 'expired';
  readonly reason: CancellationReason;
  /** When it was asked to end; null when it was not asked. */
  readonly canceledAt: number | null;
  /** What becomes of the invoices that are open: still payable for a while, or not. */
  readonly invoices: 'kept' | 'void' | 'uncollectible';
  readonly invoiceIds: readonly Uuid[];
}
