import type { Stripe } from 'stripe';
import { invalid } from '../failure.ts';
import { buildPayout } from '../objects/movements.ts';
import { type Context, emitFrom, type Scope, type World } from '../world.ts';
import { balanceOf, move, movementNow } from './balance.ts';

type PayoutOrder = Pick<Stripe.Payout, 'amount' | 'automatic' | 'currency' | 'metadata'> & {
  readonly description: string | null;
};

/** Pays out to the bank, up to the available balance. It is in transit first, and then paid. */
export function payOut(context: Context, order: PayoutOrder): Stripe.Payout {
  const { world, scope } = context;
  const { available } = balanceOf(world, scope, order.currency);
  if (order.amount > available)
    throw invalid('You have insufficient funds in your Stripe account for this transfer.', {
      code: 'balance_insufficient',
    });
  const arrivalDate = Math.floor((world.clock.now() + world.delays.payoutMs) / 1_000);
  const made = scope.payouts.insert(buildPayout(world.clock.seconds(), { ...order, arrivalDate }));
  const movement = move(world, scope, {
    ...{ amount: -order.amount, currency: order.currency, type: 'payout', source: made.id },
  });
  const kept = scope.payouts.change(made.id, { balance_transaction: movement.id });
  emitFrom(context, 'payout.created', kept);
  world.clock.after(world.delays.payoutMs, () => arrive(world, scope, kept.id));
  return kept;
}

/** Pays out everything available, as Stripe does each day; undefined if there is nothing. */
export function payOutAll(context: Context, currency: string): Stripe.Payout | undefined {
  const { world, scope } = context;
  const lines = scope.movements
    .all()
    .filter(({ id, currency: of }) => of === currency && !scope.paidOut.has(id))
    .filter((movement) => movementNow(world, movement).status === 'available');
  const { available: amount } = balanceOf(world, scope, currency);
  if (amount < 1) return undefined;
  const order = { amount, currency, automatic: true, metadata: {}, description: 'STRIPE PAYOUT' };
  const payout = payOut(context, order);
  for (const { id } of lines) scope.paidOut.set(id, payout.id);
  scope.paidOut.set(String(payout.balance_transaction), payout.id);
  return payout;
}

function arrive(world: World, scope: Scope, id: string): void {
  if (scope.payouts.get(id).status !== 'pending') return;
  world.emit(scope, 'payout.paid', scope.payouts.change(id, { status: 'paid' }));
}

/** The bank returns a payout, even a paid one. */
export function failPayout(
  world: World,
  scope: Scope,
  id: string,
  code = 'account_closed',
): Stripe.Payout {
  const before = scope.payouts.get(id);
  if (before.status === 'failed' || before.status === 'canceled') return before;
  const { amount, currency } = before;
  const movement = move(world, scope, { amount, currency, type: 'payout_failure', source: id });
  const failed = scope.payouts.change(id, {
    status: 'failed',
    failure_code: code,
    failure_message: 'The bank account has been closed.',
    failure_balance_transaction: movement.id,
  });
  world.emit(scope, 'payout.failed', failed);
  return failed;
}
