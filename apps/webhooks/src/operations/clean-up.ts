import { deleteSeen } from '@florin/database';
import type { Kysely } from 'kysely';
import type { WebhooksTables } from '../store/schema.ts';

const ROWS_MAX = 5_000;
/** Longer than producers keep events, who could send them again so long. */
const SEEN_KEPT_DAYS = 45;

/** Forgets a bounded number of what nobody asks for any more; returns whether there is more. */
export async function cleanUp(db: Kysely<WebhooksTables>, consumer: string): Promise<boolean> {
  return (await deleteSeen(db, consumer, SEEN_KEPT_DAYS, ROWS_MAX)) > 0n;
}
