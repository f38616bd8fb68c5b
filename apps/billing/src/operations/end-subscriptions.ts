import { AppError, type Uuid } from '@florin/contracts';
import type { Kysely } from 'kysely';
import { isGateClosed, listPaused } from '../store/gates.ts';
import type { BillingTables } from '../store/schema.ts';

/**
 * Cancels the paused subscriptions of an account that is being closed.
 * @throws AppError conflict while the account's gate is open.
 */
export function makeEndSubscriptions(db: Kysely<BillingTables>) {
  return (accountId: Uuid): Promise<void> =>
    db.transaction().execute(async (tx) => {
      if (!(await isGateClosed(tx, accountId)))
        throw new AppError('conflict', 'the gate of this account is open: close it first');
      const paused = await listPaused(tx, accountId, 1);
      if (paused.length > 0) throw new Error('nothing can have been paused yet');
    });
}
