import type { Fault } from './faults.ts';

/** Makes the delivery of the next events fail. */
export interface WebhookFault {
  readonly how: 'lose' | 'duplicate' | 'reorder' | 'delay' | 'before_answer';
  /** Number of events; one by default. `reorder` sends them in the opposite order. */
  readonly times?: number;
  /** For `delay`. */
  readonly ms?: number;
}

/** The connected account of an object; the operator's own by default. */
interface Of {
  readonly account?: string;
}

/** Commands of `POST /_control`. */
export type Control =
  | ({ readonly do: 'fail' } & Fault)
  /** The next charges are declined, whatever the card. */
  | { readonly do: 'decline'; readonly code: string; readonly times?: number }
  /** Every connection is reset for this time. */
  | { readonly do: 'down'; readonly ms: number }
  | ({ readonly do: 'webhooks' } & WebhookFault)
  /** Sends events to this URL on 127.0.0.1 from now on. */
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
  /** An account owner connects their account to the platform. */
  | { readonly do: 'connect'; readonly connected: string }
  | { readonly do: 'advance_clock'; readonly ms: number }
  /** Removes all faults that are not used up. */
  | { readonly do: 'behave' };

/** Money moved by one payment, in minor units. */
export interface PaymentBook {
  readonly account: string;
  readonly payment_intent: string;
  readonly idempotency_key: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly currency: string;
  readonly status: string;
  /** Received from the payer, over all of its charges. */
  readonly captured: number;
  /** Reserved, but not captured. */
  readonly reserved: number;
  /** Pending or completed, without returned refunds. */
  readonly refunded: number;
  /** Withdrawn by disputes, without what was won back. */
  readonly disputed: number;
  /** Number of successful charges: more than one means a double charge. */
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

/** `GET /_control/books`: the stand-in's own books, for comparison with others. */
export interface Books {
  readonly payments: readonly PaymentBook[];
  readonly refunds: readonly RefundBook[];
  readonly payouts: readonly PayoutBook[];
  /** Sums by currency. */
  readonly totals: Readonly<Record<string, Totals>>;
  /** Number of requests with each Idempotency-Key, and of those with an effect. */
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

/** Number of deliveries by result. */
export interface WebhookCounts {
  readonly delivered: number;
  readonly lost: number;
  readonly givenUp: number;
  /** Still in delivery. */
  readonly waiting: number;
}
