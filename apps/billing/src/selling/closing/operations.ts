import { AppError, type Uuid } from '@florin/contracts';
import type { Kysely, Transaction } from 'kysely';
import { readTimes } from '../../clock.ts';
import { decide } from '../../domain/subscription/decide.ts';
import { IS_CHARGED } from '../../invoicing/subscriptions/busy.ts';
import { saveEvents } from '../../invoicing/subscriptions/save.ts';
import {
  hasLiveSubscription,
  isGateClosed,
  listEndedWithAccount,
  shutGate,
} from '../../records/gates-queries.ts';
import { lockSubscription } from '../../records/subscriptions-queries.ts';
import type { BillingTables } from '../../schema.ts';

/** Subscriptions canceled in one transaction. */
const ROWS_MAX = 50;

export interface GatesDeps {
  readonly db: Kysely<BillingTables>;
}

/**
 * Prevents new subscriptions in which an account pays or sells. Creations hold the gate's row, so
 * either this call sees them or they see the closed gate.
 * @throws AppError active_subscriptions if one is neither paused, in its trial nor ended.
 */
export function closeGate({ db }: GatesDeps, accountId: Uuid): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await shutGate(tx, accountId);
    if (await hasLiveSubscription(tx, accountId))
      throw new AppError(
        'active_subscriptions',
        'the account pays for or sells subscriptions that have not ended; cancel them first',
      );
  });
}

/**
 * Cancels the paused and trialing subscriptions of an account that is being closed, a few in each
 * transaction.
 * @throws AppError conflict if the account's gate is open.
 */
export async function endSubscriptions(
  { db }: GatesDeps,
  accountId: Uuid,
  requestId: string,
): Promise<void> {
  while ((await db.transaction().execute((tx) => endSome(tx, accountId, requestId))) > 0);
}

async function endSome(
  tx: Transaction<BillingTables>,
  accountId: Uuid,
  requestId: string,
): Promise<number> {
  if (!(await isGateClosed(tx, accountId)))
    throw new AppError('conflict', 'the gate of this account is open; close it first');
  const ids = await listEndedWithAccount(tx, accountId, ROWS_MAX);
  const cause = { requestId, idempotencyKey: null };
  for (const id of ids) {
    const before = await lockSubscription(tx, id);
    if (!before) continue;
    const times = await readTimes(tx, before.subscription.testClockId);
    const decision = decide(before.subscription, { type: 'end_with_account' }, times.nowMs);
    if (!decision.accepted) throw new AppError('unavailable', IS_CHARGED);
    await saveEvents(tx, before, decision.events, { ...times, cause });
  }
  return ids.length;
}
