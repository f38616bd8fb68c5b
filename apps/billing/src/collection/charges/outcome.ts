import type { Uuid } from '@florin/contracts';
import type { ChargeOutcome } from '../../domain/subscription/commands.ts';
import type { Charging, Subscription } from '../../domain/subscription/model.ts';
import { findSubscription } from '../../records/subscriptions-queries.ts';
import { collect } from './collect.ts';
import type { CollectDeps } from './collect-from-customer.ts';

/** The outcome of a charge, and the attempt it belongs to. */
export interface KnownOutcome {
  readonly cause: string;
  readonly attempt: number;
  readonly outcome: ChargeOutcome;
}

/** Collects the charge that a request started. Idempotent. */
export async function collectRequested(
  deps: CollectDeps,
  subscriptionId: Uuid,
  requestId: string,
): Promise<KnownOutcome> {
  const stored = await findSubscription(deps.db, subscriptionId);
  const charging = stored?.subscription.charging;
  if (!stored || !charging) throw new Error(`subscription ${subscriptionId} has no charge`);
  return collectCharging(deps, stored.subscription, charging, requestId);
}

export async function collectCharging(
  deps: CollectDeps,
  subscription: Subscription,
  { charge, attempt }: Charging,
  requestId: string,
): Promise<KnownOutcome> {
  const outcome = await collect(deps, subscription, charge, requestId);
  return { cause: charge.cause, attempt, outcome };
}
