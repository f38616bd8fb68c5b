import { deleteOldKeys, deletePublished, pruneInbox } from '@florin/database';
import type { Kysely } from 'kysely';
import { deleteOldQuotes } from '../store/quotes.ts';
import type { BillingTables } from '../store/schema.ts';

const ROWS_MAX = 5_000;
/** Longer than the stream keeps events, so that a wiped store can be filled again. */
const EVENTS_KEPT_DAYS = 30;
/** Longer than producers keep events, who could send them again so long. */
const SEEN_KEPT_DAYS = 45;

/** A quote lives for ten minutes of its subscription's clock, which may stand still for long. */
const QUOTES_KEPT_DAYS = 30;

/** Forgets what nobody can ask for any more. */
export function makeCleanUp(db: Kysely<BillingTables>) {
  return async (): Promise<void> => {
    await deleteOldKeys(db, ROWS_MAX);
    await deletePublished(db, EVENTS_KEPT_DAYS, ROWS_MAX);
    await deleteOldQuotes(db, QUOTES_KEPT_DAYS, ROWS_MAX);
    await pruneInbox(db, 'billing', SEEN_KEPT_DAYS, ROWS_MAX);
  };
}
