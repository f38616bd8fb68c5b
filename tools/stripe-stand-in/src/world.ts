import type { Stripe } from 'stripe';
import type { CardRule } from './cards.ts';
import type { Clock } from './clock.ts';
import { StripeFailure } from './failure.ts';
import type { PageOrder } from './objects/sessions.ts';
import { makeTable, type Table } from './tables.ts';

/** How long things take that banks decide, in milliseconds by the stand-in's clock. */
export interface Delays {
  readonly refundMs: number;
  readonly refundFailureMs: number;
  readonly payoutMs: number;
  readonly disputeMs: number;
  readonly availableMs: number;
}

export const stripeDelays: Delays = {
  refundMs: 2_000,
  refundFailureMs: 3_000,
  payoutMs: 2_000,
  disputeMs: 1_000,
  availableMs: 2 * 86_400_000,
};

/** All that an account has at Stripe. */
export interface Scope {
  readonly account: string;
  readonly isConnected: boolean;
  readonly created: number;
  readonly customers: Table<Stripe.Customer>;
  readonly methods: Table<Stripe.PaymentMethod>;
  /** How the card of a payment method behaves, by the name of the method. */
  readonly cards: Map<string, CardRule>;
  readonly setupIntents: Table<Stripe.SetupIntent>;
  readonly paymentIntents: Table<Stripe.PaymentIntent>;
  readonly sessions: Table<Stripe.Checkout.Session>;
  /** What pages were ordered for, by the names of their sessions. */
  readonly pageOrders: Map<string, PageOrder>;
  readonly charges: Table<Stripe.Charge>;
  /** Methods that were taken from their customer, which Stripe charges no more. */
  readonly detached: Set<string>;
  readonly refunds: Table<Stripe.Refund>;
  readonly disputes: Table<Stripe.Dispute>;
  readonly movements: Table<Stripe.BalanceTransaction>;
  /** The payout that took a movement to the bank, by the name of the movement. */
  readonly paidOut: Map<string, string>;
  readonly payouts: Table<Stripe.Payout>;
  readonly events: Table<Stripe.Event>;
}

export interface World {
  readonly clock: Clock;
  readonly delays: Delays;
  /** Where the hosted pages are. */
  readonly baseUrl: () => string;
  /** The operator's own account, and those that are connected. */
  readonly scopes: Map<string, Scope>;
  readonly own: Scope;
  /** Decline codes of charges to come, whatever the card. */
  readonly declines: string[];
  /** Stores an event, and has it sent. */
  readonly emit: (scope: Scope, type: Stripe.Event['type'], object: object, cause?: Cause) => void;
}

/** The request that something came of. */
export interface Cause {
  readonly requestId: string;
  readonly idempotencyKey: string | null;
}

/** What a request works on. */
export interface Context extends Cause {
  readonly world: World;
  readonly scope: Scope;
}

export function makeScope(account: string, isConnected: boolean, created: number): Scope {
  return {
    account,
    isConnected,
    created,
    customers: makeTable('customer'),
    methods: makeTable('payment_method'),
    cards: new Map(),
    detached: new Set(),
    setupIntents: makeTable('setup_intent'),
    paymentIntents: makeTable('payment_intent'),
    sessions: makeTable('checkout.session'),
    pageOrders: new Map(),
    charges: makeTable('charge'),
    refunds: makeTable('refund'),
    disputes: makeTable('dispute'),
    movements: makeTable('balance_transaction'),
    paidOut: new Map(),
    payouts: makeTable('payout'),
    events: makeTable('event'),
  };
}

/** @throws StripeFailure for an account that this key may not act for. */
export function scopeOf(world: World, account: string | undefined): Scope {
  if (account === undefined) return world.own;
  const scope = world.scopes.get(account);
  if (scope) return scope;
  throw new StripeFailure(403, {
    type: 'invalid_request_error',
    code: 'account_invalid',
    message: `The provided key does not have access to account '${account}'`,
  });
}

/** Has an event sent about an object, as a consequence of a request. */
export function emitFrom(context: Context, type: Stripe.Event['type'], object: object): void {
  context.world.emit(context.scope, type, object, context);
}
