import { hasExpired } from '@florin/cards';
import type { Stripe } from 'stripe';
import { type CardRule, ruleOf } from '../cards.ts';
import { buildCharge } from '../objects/charges.ts';
import { type Cause, emitFrom, type Scope, type World } from '../world.ts';
import { feeOf, move } from './balance.ts';
import { openDispute } from './disputes.ts';

/** Conditions of a payment attempt. */
export interface Trial extends Cause {
  readonly world: World;
  readonly scope: Scope;
  /** The payer is absent and cannot be asked. */
  readonly offSession: boolean;
  /** The payer has passed their bank's check. */
  readonly agreed: boolean;
}

interface Verdict {
  readonly code: string;
  readonly declineCode: string | null;
}

/**
 * Charges a payment intent by a method, and returns the intent: captured or reserved, waiting for
 * its payer, or failed with the reason in `last_payment_error`.
 */
export function tryToPay(
  trial: Trial,
  intentId: string,
  method: Stripe.PaymentMethod,
): Stripe.PaymentIntent {
  const { world, scope } = trial;
  const intent = scope.paymentIntents.change(intentId, { payment_method: method.id });
  const rule = scope.cards.get(method.id) ?? ruleOf('');
  const forced = world.declines.shift();
  const verdict: Verdict | null =
    forced === undefined ? judge(trial, rule, method) : forcedVerdict(forced);
  if (verdict) return fail(trial, intent, method, verdict);
  if (rule.asksHolder && !trial.agreed) return askHolder(trial, intent);
  return take(trial, intent, method, rule);
}

function judge({ world, offSession }: Trial, rule: CardRule, method: Stripe.PaymentMethod) {
  if (rule.declines) return rule.declines;
  const { exp_month: month = 1, exp_year: year = 1970 } = method.card ?? {};
  if (hasExpired({ month, year }, world.clock.now()))
    return { code: 'expired_card', declineCode: 'expired_card' };
  if (rule.declinesAttached && method.customer !== null)
    return { code: 'card_declined', declineCode: 'generic_decline' };
  if (rule.asksHolder && offSession)
    return { code: 'authentication_required', declineCode: 'authentication_required' };
  return null;
}

function forcedVerdict(code: string): Verdict {
  const own = ['expired_card', 'incorrect_cvc', 'processing_error', 'authentication_required'];
  return own.includes(code)
    ? { code, declineCode: code }
    : { code: 'card_declined', declineCode: code };
}

function fail(
  trial: Trial,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  failure: Verdict,
): Stripe.PaymentIntent {
  const { world, scope } = trial;
  const charge = scope.charges.insert(
    buildCharge(world.clock.seconds(), { intent, method, failure }),
  );
  const failed = scope.paymentIntents.change(intent.id, {
    status: 'requires_payment_method',
    payment_method: null,
    latest_charge: charge.id,
    next_action: null,
    last_payment_error: {
      type: 'card_error',
      code: failure.code,
      ...(failure.declineCode !== null && { decline_code: failure.declineCode }),
      charge: charge.id,
      message: `Your card was declined: ${failure.declineCode ?? failure.code}.`,
      payment_method: method,
    },
  });
  emitFrom(trial, 'charge.failed', charge);
  emitFrom(trial, 'payment_intent.payment_failed', failed);
  return failed;
}

function askHolder(trial: Trial, intent: Stripe.PaymentIntent): Stripe.PaymentIntent {
  const url = `${trial.world.baseUrl()}/c/authenticate/${intent.id}`;
  const asked = trial.scope.paymentIntents.change(intent.id, {
    status: 'requires_action',
    next_action: { type: 'redirect_to_url', redirect_to_url: { url, return_url: null } },
  });
  emitFrom(trial, 'payment_intent.requires_action', asked);
  return asked;
}

function take(
  trial: Trial,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  rule: CardRule,
): Stripe.PaymentIntent {
  const { world, scope } = trial;
  const charge = scope.charges.insert(
    buildCharge(world.clock.seconds(), { intent, method, failure: null }),
  );
  if (intent.setup_future_usage !== null && typeof intent.customer === 'string')
    scope.methods.change(method.id, { customer: intent.customer });
  const common = { latest_charge: charge.id, next_action: null, last_payment_error: null };
  if (!charge.captured) {
    const reserved = scope.paymentIntents.change(intent.id, {
      ...common,
      status: 'requires_capture',
      amount_capturable: intent.amount,
    });
    emitFrom(trial, 'charge.succeeded', charge);
    emitFrom(trial, 'payment_intent.amount_capturable_updated', reserved);
    return reserved;
  }
  settle(trial, charge.id, intent.amount, rule);
  const taken = scope.paymentIntents.change(intent.id, {
    ...common,
    status: 'succeeded',
    amount_received: intent.amount,
  });
  emitFrom(trial, 'charge.succeeded', scope.charges.get(charge.id));
  emitFrom(trial, 'payment_intent.succeeded', taken);
  return taken;
}

/** Captures up to the reserved amount; the rest is released. */
export function capture(trial: Trial, intent: Stripe.PaymentIntent, amount: number) {
  const { scope } = trial;
  const chargeId = String(intent.latest_charge);
  const rule = scope.cards.get(String(intent.payment_method)) ?? ruleOf('');
  settle(trial, chargeId, amount, rule);
  const taken = scope.paymentIntents.change(intent.id, {
    status: 'succeeded',
    amount_capturable: 0,
    amount_received: amount,
  });
  emitFrom(trial, 'charge.captured', scope.charges.get(chargeId));
  emitFrom(trial, 'payment_intent.succeeded', taken);
  return taken;
}

function settle({ world, scope }: Trial, chargeId: string, amount: number, rule: CardRule): void {
  const { currency } = scope.charges.get(chargeId);
  const movement = move(world, scope, {
    ...{ amount, currency, type: 'charge', source: chargeId, fee: feeOf(amount) },
    availableAfterMs: rule.availableAtOnce ? 0 : world.delays.availableMs,
  });
  scope.charges.change(chargeId, {
    captured: true,
    amount_captured: amount,
    balance_transaction: movement.id,
  });
  if (rule.disputed) world.clock.after(0, () => openDispute(world, scope, chargeId));
}
