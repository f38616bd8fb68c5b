import type { Stripe } from 'stripe';
import type { CardRule } from './cards.ts';
import type { Clock } from './clock.ts';
import { StripeFailure } from './failure.ts';
import type { PageOrder } from './objects/sessions.ts';
import { makeTable, type Table } from './tables.ts';

/** Durations of bank decisions, in milliseconds of the stand-in's clock. */
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

/** All objects of an account at Stripe. */
export interface Scope {
  readonly account: string;
  readonly isConnected: boolean;
  readonly created: number;
  readonly customers: Table<Stripe.Customer>;
  readonly methods: Table<Stripe.PaymentMethod>;
  /** Behavior of each payment method's card, by method id. */
  readonly cards: Map<string, CardRule>;
  readonly setupIntents: Table<Stripe.SetupIntent>;
  readonly paymentIntents: Table<Stripe.PaymentIntent>;
  readonly sessions: Table<Stripe.Checkout.Session>;
  /** Orders of payment pages, by session id. */
  readonly pageOrders: Map<string, PageOrder>;
  readonly charges: Table<Stripe.Charge>;
  /** Detached methods, which Stripe no longer charges. */
  readonly detached: Set<string>;
  readonly refunds: Table<Stripe.Refund>;
  readonly disputes: Table<Stripe.Dispute>;
  readonly movements: Table<Stripe.BalanceTransaction>;
  /** The payout of each paid-out movement, by movement id. */
  readonly paidOut: Map<string, string>;
  readonly payouts: Table<Stripe.Payout>;
  readonly events: Table<Stripe.Event>;
}

export interface World {
  readonly clock: Clock;
  readonly delays: Delays;
  /** Base URL of the hosted pages. */
  readonly baseUrl: () => string;
  /** The operator's own account, and the connected ones. */
  readonly scopes: Map<string, Scope>;
  readonly own: Scope;
  /** Decline codes for the next charges, whatever the card. */
  readonly declines: string[];
  /** Stores an event and sends it. */
  readonly emit: (scope: Scope, type: Stripe.Event['type'], object: object, cause?: Cause) => void;
}

/** The request that caused a change. */
export interface Cause {
  readonly requestId: string;
  readonly idempotencyKey: string | null;
}

/** The context of a request. */
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

/** @throws StripeFailure for an account that this key may not act for */
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

/** Publishes an event about an object, caused by a request. */
export function emitFrom(context: Context, type: Stripe.Event['type'], object: object): void {
  context.world.emit(context.scope, type, object, context);
}
