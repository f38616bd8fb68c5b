import type { Uuid } from '@florin/contracts';
import type { Kysely } from 'kysely';
import type { ChargeOutcome } from '../domain/command.ts';
import type { BillingTables } from '../store/schema.ts';
import { findSubscription } from '../store/subscriptions.ts';
import type { Collect } from './collect.ts';

/** The outcome of a charge with the attempt it is of. */
export interface KnownOutcome {
  readonly cause: string;
  readonly attempt: number;
  readonly outcome: ChargeOutcome;
}

/** Carries a charge that is on its way to its outcome; undefined when none is. */
export async function collectCharging(
  db: Kysely<BillingTables>,
  collect: Collect,
  subscriptionId: Uuid,
  requestId: string,
): Promise<KnownOutcome | undefined> {
  const stored = await findSubscription(db, subscriptionId);
  const charging = stored?.subscription.charging;
  if (!stored || !charging) return undefined;
  const { charge, attempt } = charging;
  const outcome = await collect(stored.subscription, charge, requestId);
  return { cause: charge.cause, attempt, outcome };
}
