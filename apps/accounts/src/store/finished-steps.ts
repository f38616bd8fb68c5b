import { inBackground } from '@florin/database';
import { type Kysely, sql } from 'kysely';
import type { AccountsTables } from './schema.ts';

/** Deletes work that ended longer ago than it is kept; at most `rowsMax` a call. */
export async function deleteFinishedSagas(
  db: Kysely<AccountsTables>,
  keptDays: number,
  rowsMax: number,
): Promise<void> {
  await inBackground(db, (tx) =>
    sql`
    delete from saga_runs where id in (
      select id from saga_runs
       where finished_at < now() - ${keptDays} * interval '1 day'
       limit ${rowsMax})`.execute(tx),
  );
}
