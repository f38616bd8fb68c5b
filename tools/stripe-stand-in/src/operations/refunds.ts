import type { Stripe } from 'stripe';
import { ruleOf } from '../cards.ts';
import { invalid } from '../failure.ts';
import { buildRefund } from '../objects/charges.ts';
import { type Context, emitFrom, type Scope, type World } from '../world.ts';
import { move } from './balance.ts';

type RefundOrder = Pick<Stripe.Refund, 'metadata' | 'reason'> & {
  /** Minor units; undefined for the whole rest. */
  readonly amount: number | undefined;
};

/** Refunds a charge, up to its remaining amount. */
export function refund(context: Context, charge: Stripe.Charge, order: RefundOrder): Stripe.Refund {
  const { world, scope } = context;
  const left = charge.amount_captured - charge.amount_refunded;
  const amount = order.amount ?? left;
  if (charge.disputed)
    throw invalid(`Charge ${charge.id} has been charged back.`, { code: 'charge_disputed' });
  if (left === 0)
    throw invalid(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  if (amount < 1 || amount > left)
    throw invalid(`Refund amount (${amount}) is greater than unrefunded amount (${left})`, {
      param: 'amount',
    });
  const rule = scope.cards.get(String(charge.payment_method)) ?? ruleOf('');
  const status = rule.refund === 'pending' ? 'pending' : 'succeeded';
  const { metadata, reason } = order;
  const made = scope.refunds.insert(
    buildRefund(world.clock.seconds(), charge, { amount, metadata, reason, status }),
  );
  const movement = move(world, scope, {
    ...{ amount: -amount, currency: charge.currency, type: 'refund', source: made.id },
  });
  const kept = scope.refunds.change(made.id, { balance_transaction: movement.id });
  const refunded = charge.amount_refunded + amount;
  scope.charges.change(charge.id, {
    amount_refunded: refunded,
    refunded: refunded === charge.amount_captured,
  });
  emitFrom(context, 'refund.created', kept);
  emitFrom(context, 'charge.refunded', scope.charges.get(charge.id));
  if (status === 'pending')
    world.clock.after(world.delays.refundMs, () => arrive(world, scope, kept.id));
  if (rule.refund === 'fails_later')
    world.clock.after(world.delays.refundFailureMs, () => failRefund(world, scope, kept.id));
  return kept;
}

function arrive(world: World, scope: Scope, id: string): void {
  if (scope.refunds.get(id).status !== 'pending') return;
  const arrived = scope.refunds.change(id, { status: 'succeeded' });
  world.emit(scope, 'refund.updated', arrived);
}

/** The bank returns a refund: its money goes back to the account. */
export function failRefund(
  world: World,
  scope: Scope,
  id: string,
  reason = 'expired_or_canceled_card',
): Stripe.Refund {
  const before = scope.refunds.get(id);
  if (before.status === 'failed') return before;
  const { amount, currency } = before;
  const movement = move(world, scope, { amount, currency, type: 'refund_failure', source: id });
  const charge = scope.charges.get(String(before.charge));
  scope.charges.change(charge.id, {
    amount_refunded: charge.amount_refunded - amount,
    refunded: false,
  });
  const failed = scope.refunds.change(id, {
    status: 'failed',
    failure_reason: reason,
    failure_balance_transaction: movement.id,
  });
  world.emit(scope, 'refund.updated', failed);
  world.emit(scope, 'refund.failed', failed);
  return failed;
}
