import type { Uuid } from '@florin/contracts';
import type { BillingTerms } from '../billing-terms.ts';
import type { Charge } from '../charge.ts';
import type { Metadata } from '../metadata.ts';
import type { Terms } from '../price.ts';
import type { ChargeOutcome, Create, PaymentLink } from './commands.ts';
import type { CancellationReason, Charging, Dunning, EarlyAttempts } from './model.ts';

/** An event of a subscription. Replaying its history gives its state (event sourcing). */
export type SubscriptionEvent = { readonly at: number } & (
  | Created
  | { readonly type: 'trial_end_announced' }
  | { readonly type: 'charge_started'; readonly charging: Charging }
  | ChargeSucceeded
  | AttemptFailed
  /** A change whose charge failed: nothing has changed. */
  | {
      readonly type: 'change_refused';
      readonly cause: string;
      readonly invoiceId: Uuid;
      readonly reason: string;
      /** Stripe's decline code, null if unknown; absent if no card was declined. */
      readonly declineCode?: string | null;
    }
  | PlanChanged
  | { readonly type: 'pending_change_dropped' }
  | { readonly type: 'cancel_scheduled' }
  | { readonly type: 'cancel_unscheduled' }
  | { readonly type: 'method_chosen'; readonly methodId: Uuid | null }
  /** The complete new metadata. */
  | { readonly type: 'metadata_changed'; readonly metadata: Metadata }
  /** The complete new terms. */
  | { readonly type: 'terms_changed'; readonly terms: BillingTerms }
  | EarlyAttemptPlanned
  | {
      readonly type: 'paused';
      readonly remainingSeconds: number;
      readonly resumesAt: number | null;
      /** Absent in history from when a pause cleared a scheduled cancellation. */
      readonly keepsCancellation?: true;
    }
  | { readonly type: 'resumed' }
  | InvoiceSettled
  | { readonly type: 'invoice_given_up'; readonly invoiceId: Uuid }
  | Ended
);

export interface Created extends Omit<Create, 'type' | 'trialDays' | 'invoiceId' | 'testClockId'> {
  readonly type: 'created';
  /** Absent in history from before test clocks. */
  readonly testClockId?: Uuid | null;
  readonly trialEndAt: number | null;
}

/** A change without a charge: at once, or with the next period. */
export interface PlanChanged extends Terms {
  readonly type: 'plan_changed' | 'change_scheduled';
  /** Absent in history from before changes could be explained. */
  readonly changeId?: Uuid;
  /** Number of the charge that replaces the one of an owed period; absent otherwise. */
  readonly nextPeriod?: number;
}

export interface ChargeSucceeded {
  readonly type: 'charge_succeeded';
  readonly charge: Charge;
  readonly attempt: number;
  readonly outcome: Exclude<ChargeOutcome, { kind: 'failed' }>;
  /** When a sent invoice must be paid; null if it is paid. */
  readonly dueAt: number | null;
}

/** A card was saved after a failure; it is tried before the next scheduled attempt. */
export interface EarlyAttemptPlanned {
  readonly type: 'early_attempt_planned';
  readonly methodId: Uuid | null;
  /** Null during a charge; planned in case that one fails. */
  readonly early: EarlyAttempts | null;
}

/** An invoice could not be collected, or is overdue without a card to charge. */
export interface AttemptFailed {
  readonly type: 'attempt_failed';
  readonly reason: string;
  /** Like the decline code of the first charge, for a renewal. */
  readonly declineCode?: string | null;
  /** Set for a reminder instead of a charge; absent in history from before reminders. */
  readonly isReminder?: true;
  /** The next attempt; null after the last one. */
  readonly dunning: Dunning | null;
  readonly invoiceId: Uuid;
  readonly attempt: number;
  /** Where the customer can still pay it. */
  readonly payment?: PaymentLink;
}

/** A sent invoice is paid, or no longer has to be paid. */
export interface InvoiceSettled {
  readonly type: 'invoice_settled' | 'invoice_voided' | 'invoice_written_off';
  readonly invoiceId: Uuid;
  /** Another overdue invoice that keeps it past due; null if there is none. */
  readonly dunning: Dunning | null;
}

export interface Ended {
  readonly type: 'ended';
  readonly status: 'canceled' | 'expired';
  readonly reason: CancellationReason;
  /** When the cancellation was requested; null if it was not requested. */
  readonly canceledAt: number | null;
  /** State of the open invoices: payable for a while, or closed. */
  readonly invoices: 'kept' | 'void' | 'uncollectible';
  readonly invoiceIds: readonly Uuid[];
}

/** The change that a charge pays for; undefined for the charge of a period. */
export function changeOf({ kind, cause }: Charge): Uuid | undefined {
  return kind === 'change' ? cause.slice('change:'.length) : undefined;
}

/** The change that starts with an event. */
export function changeStartedBy(event: SubscriptionEvent): Uuid | undefined {
  if (event.type === 'charge_started') return changeOf(event.charging.charge);
  return event.type === 'plan_changed' || event.type === 'change_scheduled'
    ? event.changeId
    : undefined;
}

export type Decision =
  /** No events if the command changes nothing. */
  | { readonly accepted: true; readonly events: readonly SubscriptionEvent[] }
  | { readonly accepted: false; readonly code: RefusalCode; readonly message: string };

/** `busy`: a charge is pending; retry the command after its outcome. */
export type RefusalCode = 'conflict' | 'invalid_request' | 'busy';

export function accept(...events: SubscriptionEvent[]): Decision {
  return { accepted: true, events };
}

export function refuse(code: RefusalCode, message: string): Decision {
  return { accepted: false, code, message };
}
