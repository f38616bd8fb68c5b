import { deleteOldKeys, pruneInbox } from '@florin/database';
import type { Kysely } from 'kysely';
import { deleteOfDeleted, deleteOldDeliveries } from '../store/clean-up.ts';
import type { WebhooksTables } from '../store/schema.ts';

const ROWS_MAX = 5_000;
/** Longer than producers keep events, who could send them again so long. */
const SEEN_KEPT_DAYS = 45;
const DELIVERIES_KEPT_DAYS = 30;

/** Forgets a bounded number of what nobody asks for any more; returns whether there is more. */
export async function cleanUp(db: Kysely<WebhooksTables>, consumer: string): Promise<boolean> {
  const forgotten = [
    await pruneInbox(db, consumer, SEEN_KEPT_DAYS, ROWS_MAX),
    await deleteOldKeys(db, ROWS_MAX),
    await deleteOldDeliveries(db, DELIVERIES_KEPT_DAYS, ROWS_MAX),
    await deleteOfDeleted(db, ROWS_MAX),
  ];
  return forgotten.some((count) => count > 0n);
}
