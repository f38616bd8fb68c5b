import type { Uuid } from '@florin/contracts';
import type { Charge } from '../charges/model.ts';
import type { Metadata } from '../metadata-model.ts';
import type { PlanTerms } from '../plans/model.ts';
import type { ChargeOutcome, Create, PaymentLink } from './commands-model.ts';
import type { CancellationReason, Charging, Dunning, EarlyAttempts } from './model.ts';

/** An event of a subscription. Its history, replayed, is its state (event sourcing). */
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
      /** Stripe's name of why a card was declined, null where it is unknown; absent where no card was. */
      readonly declineCode?: string | null;
    }
  | PlanChanged
  | { readonly type: 'pending_change_dropped' }
  | { readonly type: 'cancel_scheduled' }
  | { readonly type: 'cancel_unscheduled' }
  | { readonly type: 'method_chosen'; readonly methodId: Uuid | null }
  /** All of it, as it is from then on. */
  | { readonly type: 'metadata_changed'; readonly metadata: Metadata }
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
  /** Number of the charge that replaces the one of an owed period; absent unless one does. */
  readonly nextPeriod?: number;
}

export interface ChargeSucceeded {
  readonly type: 'charge_succeeded';
  readonly charge: Charge;
  readonly attempt: number;
  readonly outcome: Exclude<ChargeOutcome, { kind: 'failed' }>;
  /** When a sent invoice has to be paid; null when it is paid already. */
  readonly dueAt: number | null;
}

/** A card was saved after a failure: it is tried before the next day of the schedule. */
export interface EarlyAttemptPlanned {
  readonly type: 'early_attempt_planned';
  readonly methodId: Uuid | null;
  /** Null while a charge is on its way: planned should that one fail. */
  readonly early: EarlyAttempts | null;
}

/** An invoice could not be collected, or is overdue with nothing there to charge. */
export interface AttemptFailed {
  readonly type: 'attempt_failed';
  readonly reason: string;
  /** The same of a renewal. */
  readonly declineCode?: string | null;
  /** A reminder instead of a charge; absent otherwise, and in history from before reminders. */
  readonly isReminder?: true;
  /** When it is tried again; null after the last attempt. */
  readonly dunning: Dunning | null;
  readonly invoiceId: Uuid;
  readonly attempt: number;
  /** Where the customer can pay it all the same. */
  readonly payment?: PaymentLink;
}

/** A sent invoice is paid, or no longer has to be. */
export interface InvoiceSettled {
  readonly type: 'invoice_settled' | 'invoice_voided' | 'invoice_written_off';
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

/** The change that a charge is for; undefined for the charge of a period. */
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
  /** No events: it is so already. */
  | { readonly accepted: true; readonly events: readonly SubscriptionEvent[] }
  | { readonly accepted: false; readonly code: RefusalCode; readonly message: string };

/** `busy`: a charge is on its way, the command can be repeated when its outcome is known. */
export type RefusalCode = 'conflict' | 'invalid_request' | 'busy';

export function accept(...events: SubscriptionEvent[]): Decision {
  return { accepted: true, events };
}

export function refuse(code: RefusalCode, message: string): Decision {
  return { accepted: false, code, message };
}
