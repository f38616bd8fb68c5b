import { pruneInbox } from '@florin/database';
import type { Db } from './schema.ts';

const ROWS_MAX = 5_000;
/** Longer than producers keep events, which they can publish again until then. */
const KEPT_DAYS = 45;

/** Deletes a bounded number of expired rows; returns whether there may be more. */
export async function cleanUp(db: Db): Promise<boolean> {
  return (await pruneInbox(db, 'console', KEPT_DAYS, ROWS_MAX)) > 0n;
}
