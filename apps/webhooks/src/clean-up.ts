import { deleteOldKeys, deletePublished, inBackground, pruneInbox } from '@florin/database';
import { type Kysely, sql } from 'kysely';
import type { WebhooksTables } from './schema.ts';

const ROWS_MAX = 5_000;
/**
 * Longer than producers keep events for publishing again. Only older versions write these rows; now
 * the log itself detects duplicates.
 */
const INBOX_KEPT_DAYS = 45;
/** Longer than the stream's retention, so the stream can be refilled. */
const OUTBOX_KEPT_DAYS = 30;

/** Deletes a bounded number of expired rows; returns whether there may be more. */
export async function cleanUp(
  db: Kysely<WebhooksTables>,
  consumer: string,
  deliveriesKeptDays: number,
): Promise<boolean> {
  await deletePublished(db, OUTBOX_KEPT_DAYS, ROWS_MAX);
  const deleted = [
    await pruneInbox(db, consumer, INBOX_KEPT_DAYS, ROWS_MAX),
    await deleteOldKeys(db, ROWS_MAX),
    await deleteOldDeliveries(db, deliveriesKeptDays, ROWS_MAX),
    await deleteOfDeleted(db, ROWS_MAX),
  ];
  return deleted.some((count) => count > 0n);
}

/**
 * Deletes deliveries after their retention, in any status. Checks only the oldest `rowsMax`: ids
 * are UUIDv7, so they are ordered by time.
 */
export async function deleteOldDeliveries(
  db: Kysely<WebhooksTables>,
  keptDays: number,
  rowsMax: number,
): Promise<bigint> {
  const { numAffectedRows } = await inBackground(db, (tx) =>
    sql`
    delete from deliveries
     where id in (select id from deliveries order by id limit ${rowsMax})
       and created_at < now() - ${keptDays} * interval '1 day'`.execute(tx),
  );
  return numAffectedRows ?? 0n;
}

/** Deletes the remaining rows of deleted endpoints, then the endpoints. */
export async function deleteOfDeleted(
  db: Kysely<WebhooksTables>,
  rowsMax: number,
): Promise<bigint> {
  const deliveries = await inBackground(db, (tx) =>
    sql`
    delete from deliveries where id in (
      select deliveries.id from webhook_endpoints
        join deliveries on deliveries.endpoint_id = webhook_endpoints.id
       where webhook_endpoints.deleted_at is not null limit ${rowsMax})`.execute(tx),
  );
  if (deliveries.numAffectedRows) return deliveries.numAffectedRows;
  const { numAffectedRows } = await inBackground(db, (tx) =>
    sql`
    with gone as (
      select id from webhook_endpoints
       where deleted_at < now() - interval '1 hour' order by id limit ${rowsMax}
    ), queue as (
      delete from endpoint_queues where endpoint_id in (select id from gone)
    )
    delete from webhook_endpoints where id in (select id from gone)`.execute(tx),
  );
  return numAffectedRows ?? 0n;
}
