import { deleteOldKeys, deletePublished, inBackground } from '@florin/database';
import { sql } from 'kysely';
import type { Deps } from './deps.ts';

const ROWS_MAX = 1_000;
/** Longer than the stream keeps events, so that it can be filled again. */
const OUTBOX_KEPT_DAYS = 30;
/** As long as keys are: whoever asks what became of a request finds its work too. */
const SAGAS_KEPT_DAYS = 7;

/** Deletes what nobody needs any more. Several processes may do it at once. */
export async function cleanUp({ db }: Pick<Deps, 'db'>): Promise<void> {
  await deleteOldKeys(db, ROWS_MAX);
  await deletePublished(db, OUTBOX_KEPT_DAYS, ROWS_MAX);
  await inBackground(db, (tx) =>
    sql`
    delete from saga_runs where id in (
      select id from saga_runs
       where finished_at < now() - ${SAGAS_KEPT_DAYS} * interval '1 day'
       limit ${ROWS_MAX})`.execute(tx),
  );
}
