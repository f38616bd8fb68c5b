import type { Fault } from './faults.ts';

/** Makes the next events go wrong on their way. */
export interface WebhookFault {
  readonly how: 'lose' | 'duplicate' | 'reorder' | 'delay' | 'before_answer';
  /** How many; one when left out. `reorder` sends so many in the opposite order. */
  readonly times?: number;
  /** For `delay`. */
  readonly ms?: number;
}

/** The connected account that an object belongs to; the operator's own when left out. */
interface Of {
  readonly account?: string;
}

/** What `POST /_control` can be asked to do. */
export type Control =
  | ({ readonly do: 'fail' } & Fault)
  /** The next charges are declined, whatever the card. */
  | { readonly do: 'decline'; readonly code: string; readonly times?: number }
  /** Every connection is reset for so long. */
  | { readonly do: 'down'; readonly ms: number }
  | ({ readonly do: 'webhooks' } & WebhookFault)
  /** Events go there from now on, an address of 127.0.0.1. */
  | { readonly do: 'send_webhooks'; readonly url: string; readonly secret: string }
  | ({ readonly do: 'open_dispute'; readonly payment_intent: string } & Of)
  | ({ readonly do: 'end_dispute'; readonly dispute: string; readonly as: 'won' | 'lost' } & Of)
  | ({ readonly do: 'fail_refund'; readonly refund: string; readonly reason?: string } & Of)
  | ({ readonly do: 'fail_payout'; readonly payout: string; readonly code?: string } & Of)
  /** Pays out all that is available, as Stripe does each day. */
  | ({ readonly do: 'pay_out'; readonly currency: string } & Of)
  /** The network has replaced a card, or it has expired. */
  | ({
      readonly do: 'update_card';
      readonly payment_method: string;
      readonly exp_month?: number;
      readonly exp_year?: number;
      readonly last4?: string;
    } & Of)
  /** Somebody lets the operator work for an account of theirs. */
  | { readonly do: 'connect'; readonly connected: string }
  | { readonly do: 'advance_clock'; readonly ms: number }
  /** Takes back all faults that were not met yet. */
  | { readonly do: 'behave' };

/** What was taken and given by one payment, in minor units. */
export interface PaymentBook {
  readonly account: string;
  readonly payment_intent: string;
  readonly idempotency_key: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly currency: string;
  readonly status: string;
  /** Taken from the payer, by all charges of it. */
  readonly captured: number;
  /** Reserved and not yet taken. */
  readonly reserved: number;
  /** On its way or arrived, without what came back. */
  readonly refunded: number;
  /** Taken by disputes, without what was won back. */
  readonly disputed: number;
  /** How many charges have taken money: more than one is once too often. */
  readonly charges: number;
}

export interface PayoutBook {
  readonly account: string;
  readonly payout: string;
  readonly idempotency_key: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly currency: string;
  readonly amount: number;
  readonly status: string;
}

/** `GET /_control/books`: what the stand-in has taken and given, to hold other books against. */
export interface Books {
  readonly payments: readonly PaymentBook[];
  readonly refunds: readonly RefundBook[];
  readonly payouts: readonly PayoutBook[];
  /** Sums by currency. */
  readonly totals: Readonly<Record<string, Totals>>;
  /** How many requests came with each Idempotency-Key, and how many of them had an effect. */
  readonly keys: Readonly<Record<string, { readonly sent: number; readonly done: number }>>;
  readonly webhooks: WebhookCounts;
}

export interface RefundBook {
  readonly account: string;
  readonly refund: string;
  readonly payment_intent: string | null;
  readonly idempotency_key: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly currency: string;
  readonly amount: number;
  readonly status: string | null;
}

export interface Totals {
  readonly captured: number;
  readonly refunded: number;
  readonly disputed: number;
  readonly paid_out: number;
  readonly fees: number;
}

/** What has become of deliveries so far. */
export interface WebhookCounts {
  readonly delivered: number;
  readonly lost: number;
  readonly givenUp: number;
  /** Still on their way. */
  readonly waiting: number;
}
