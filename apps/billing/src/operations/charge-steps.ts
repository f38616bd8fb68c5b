import type { Uuid } from '@florin/contracts';
import type { Kysely } from 'kysely';
import type { ChargeOutcome } from '../domain/command.ts';
import type { Charging, Subscription } from '../domain/subscription.ts';
import type { BillingTables } from '../store/schema.ts';
import { findSubscription } from '../store/subscriptions.ts';
import type { Collect } from './collect.ts';

/** The outcome of a charge with the attempt it is of. */
export interface KnownOutcome {
  readonly cause: string;
  readonly attempt: number;
  readonly outcome: ChargeOutcome;
}

/** Carries the charge of a request to its outcome. Repeating it makes the same charge. */
export async function collectRequested(
  db: Kysely<BillingTables>,
  collect: Collect,
  subscriptionId: Uuid,
  requestId: string,
): Promise<KnownOutcome> {
  const stored = await findSubscription(db, subscriptionId);
  const charging = stored?.subscription.charging;
  if (!stored || !charging) throw new Error(`nobody charges ${subscriptionId}, and nobody has`);
  return collectCharging(collect, stored.subscription, charging, requestId);
}

export async function collectCharging(
  collect: Collect,
  subscription: Subscription,
  { charge, attempt }: Charging,
  requestId: string,
): Promise<KnownOutcome> {
  const outcome = await collect(subscription, charge, requestId);
  return { cause: charge.cause, attempt, outcome };
}
