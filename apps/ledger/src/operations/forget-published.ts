import { deletePublished } from '@florin/database';
import type { Kysely } from 'kysely';
import type { LedgerTables } from '../store/schema.ts';

const ROWS_MAX = 5_000;
/** Longer than the stream keeps events, so that a wiped store can be filled again. */
export const EVENTS_KEPT_DAYS = 30;

/** Forgets a bounded number of old events; returns whether there may be more. */
export async function forgetPublished(db: Kysely<LedgerTables>): Promise<boolean> {
  return (await deletePublished(db, EVENTS_KEPT_DAYS, ROWS_MAX)) > 0n;
}
