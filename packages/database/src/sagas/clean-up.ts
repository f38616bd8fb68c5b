import { IDEMPOTENCY_KEY_DAYS } from '@florin/contracts';
import { type Kysely, sql } from 'kysely';
import { inBackground } from '../connection/in-background.ts';
import { withTables } from '../connection/with-tables.ts';
import { deletePublished, type OutboxTables } from '../events/outbox.ts';
import { deleteOldKeys } from '../idempotency/run-once.ts';
import type { SagaTables } from './sagas.ts';

const ROWS_MAX = 1_000;
/** Longer than the stream's retention, so that the stream can be refilled. */
const OUTBOX_KEPT_DAYS = 30;

/** Deletes expired rows of a service with sagas. Several processes may run it at once. */
export async function cleanUp<Tables extends SagaTables & OutboxTables>(
  database: Kysely<Tables>,
): Promise<void> {
  const db = withTables<SagaTables & OutboxTables, Tables>(database);
  await deleteOldKeys(db, ROWS_MAX);
  await deletePublished(db, OUTBOX_KEPT_DAYS, ROWS_MAX);
  await inBackground(db, (tx) =>
    sql`
    delete from saga_runs where id in (
      select id from saga_runs
       where finished_at < now() - ${IDEMPOTENCY_KEY_DAYS} * interval '1 day'
       limit ${ROWS_MAX})`.execute(tx),
  );
}
