import { AppError, type Uuid } from '@florin/contracts';
import type { Kysely } from 'kysely';
import { hasLiveSubscription, shutGate } from '../store/gates.ts';
import type { BillingTables } from '../store/schema.ts';

/**
 * Keeps an account from paying or selling by new subscriptions. Creations hold the gate's row, so
 * either this sees theirs or they see the gate closed.
 * @throws AppError active_subscriptions while one is neither paused nor ended.
 */
export function makeCloseGate(db: Kysely<BillingTables>) {
  return (accountId: Uuid): Promise<void> =>
    db.transaction().execute(async (tx) => {
      await shutGate(tx, accountId);
      if (await hasLiveSubscription(tx, accountId))
        throw new AppError(
          'active_subscriptions',
          'the account pays or sells by subscriptions that have not ended: cancel them first',
        );
    });
}
