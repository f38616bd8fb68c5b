import type { Stripe } from 'stripe';
import { buildMovement } from '../objects/movements.ts';
import type { Scope, World } from '../world.ts';

/** Stripe's fee for a charge, in minor units: 2.9 % and 30. */
export function feeOf(amount: number): number {
  return Math.round((amount * 29) / 1_000) + 30;
}

/** Stripe's fee for a dispute, won or lost. */
export const DISPUTE_FEE = 1_500;

type Line = Pick<Stripe.BalanceTransaction, 'amount' | 'currency' | 'type'> & {
  readonly source: string;
  readonly fee?: number;
  readonly category?: string;
  /** Delay until the money can be paid out; none by default. */
  readonly availableAfterMs?: number;
};

/** Adds a line to an account's balance. */
export function move(world: World, scope: Scope, line: Line): Stripe.BalanceTransaction {
  const created = world.clock.seconds();
  const { amount, currency, type, source, fee = 0, category = type, availableAfterMs = 0 } = line;
  const available_on = created + Math.floor(availableAfterMs / 1_000);
  return scope.movements.insert(
    buildMovement(created, {
      ...{ amount, currency, type, source, fee, available_on },
      description: null,
      reporting_category: category,
    }),
  );
}

/** The current state of a line: pending money becomes available on its own. */
export function movementNow(
  world: World,
  movement: Stripe.BalanceTransaction,
): Stripe.BalanceTransaction {
  const status = movement.available_on > world.clock.seconds() ? 'pending' : 'available';
  return { ...movement, status };
}

/** The available and pending balance of a currency. */
export function balanceOf(world: World, scope: Scope, currency: string) {
  let [available, pending] = [0, 0];
  for (const movement of scope.movements.all()) {
    if (movement.currency !== currency) continue;
    if (movementNow(world, movement).status === 'available') available += movement.net;
    else pending += movement.net;
  }
  return { available, pending };
}
