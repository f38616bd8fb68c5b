import { AppError, type Uuid } from '@florin/contracts';
import type { Kysely, Transaction } from 'kysely';
import { decide } from '../domain/decide.ts';
import { readTimes, type SqlNow } from '../store/clock.ts';
import { isGateClosed, listPaused } from '../store/gates.ts';
import type { BillingTables } from '../store/schema.ts';
import { lockSubscription } from '../store/subscriptions.ts';
import { IS_CHARGED } from './busy.ts';
import { saveEvents } from './save-events.ts';

const ROWS_MAX = 50;

/**
 * Cancels the paused subscriptions of an account that is being closed, a few in each transaction.
 * @throws AppError conflict while the account's gate is open.
 */
export function makeEndSubscriptions(db: Kysely<BillingTables>, sqlNow: SqlNow) {
  return async (accountId: Uuid, requestId: string): Promise<void> => {
    while ((await db.transaction().execute((tx) => endSome(tx, accountId, requestId))) > 0);
  };

  async function endSome(
    tx: Transaction<BillingTables>,
    accountId: Uuid,
    requestId: string,
  ): Promise<number> {
    if (!(await isGateClosed(tx, accountId)))
      throw new AppError('conflict', 'the gate of this account is open: close it first');
    const ids = await listPaused(tx, accountId, ROWS_MAX);
    const cause = { requestId, idempotencyKey: null };
    for (const id of ids) {
      const before = await lockSubscription(tx, id);
      if (!before) continue;
      const times = await readTimes(tx, sqlNow, before.subscription.testClockId);
      const occasion = { ...times, cause };
      const decision = decide(before.subscription, { type: 'end_with_account' }, occasion.nowMs);
      if (!decision.accepted) throw new AppError('unavailable', IS_CHARGED);
      await saveEvents(tx, before, decision.events, occasion);
    }
    return ids.length;
  }
}
