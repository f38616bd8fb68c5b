import { deleteOldKeys, deletePublished, pruneInbox } from '@florin/database';
import { deleteEnded, deleteOldHours } from './delivery/queries.ts';
import type { Db } from './schema.ts';

const ROWS_MAX = 5_000;
/** Longer than producers keep events, which they can publish again until then. */
const INBOX_KEPT_DAYS = 45;
/** Longer than the stream keeps events, so that the stream can be refilled. */
const OUTBOX_KEPT_DAYS = 30;

/** Deletes a bounded number of expired rows; returns whether there may be more. */
export async function cleanUp(db: Db, keptDays: number): Promise<boolean> {
  await deleteOldKeys(db, ROWS_MAX);
  await deletePublished(db, OUTBOX_KEPT_DAYS, ROWS_MAX);
  await deleteOldHours(db);
  const deleted = [
    await pruneInbox(db, 'mail', INBOX_KEPT_DAYS, ROWS_MAX),
    await deleteEnded(db, keptDays, ROWS_MAX),
  ];
  return deleted.some((count) => count > 0n);
}
