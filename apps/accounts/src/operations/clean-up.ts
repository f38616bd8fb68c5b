import { deleteOldKeys, deletePublished } from '@florin/database';
import type { Kysely } from 'kysely';
import { deleteFinishedSagas } from '../store/finished-steps.ts';
import type { AccountsTables } from '../store/schema.ts';

const ROWS_MAX = 1_000;
/** Longer than the stream keeps events, so that it can be filled again. */
const OUTBOX_KEPT_DAYS = 30;
/** As long as keys are: whoever asks what became of a request finds its work too. */
const STEPS_KEPT_DAYS = 7;

/** Deletes what nobody needs any more. Several processes may do it at once. */
export function makeCleanUp(db: Kysely<AccountsTables>) {
  return async (): Promise<void> => {
    await deleteOldKeys(db, ROWS_MAX);
    await deletePublished(db, OUTBOX_KEPT_DAYS, ROWS_MAX);
    await deleteFinishedSagas(db, STEPS_KEPT_DAYS, ROWS_MAX);
  };
}
