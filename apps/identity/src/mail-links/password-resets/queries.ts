import { newId, type Uuid } from '@florin/contracts';
import { inBackground } from '@florin/database';
import { sql } from 'kysely';
import type { Db, Tx } from '../../schema.ts';

export interface ResetRequest {
  /** In canonical form. */
  readonly email: string;
  /** SHA-256. */
  readonly network: Buffer;
  readonly language: string | null;
  readonly requestId: string;
}

export async function insertRequest(
  db: Db,
  { email, network, language, requestId }: ResetRequest,
  now: Date,
): Promise<void> {
  await db
    .insertInto('password_reset_requests')
    .values({
      ...{ id: newId(), email, network, language },
      request_id: requestId,
      requested_at: now,
      answered_at: null,
    })
    .execute();
}

/** Number of requests from one network since an instant. */
export async function countRequestsFrom(db: Db, network: Buffer, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from password_reset_requests
     where network = ${network} and requested_at > ${since}`.execute(db);
  return rows[0]?.count ?? 0;
}

export interface WaitingRequest {
  readonly id: Uuid;
  readonly email: string;
  readonly language: string | null;
  readonly requestId: string;
}

/** Takes the next request; skips requests locked by other processes. */
export async function takeRequest(tx: Tx, now: Date): Promise<WaitingRequest | undefined> {
  const { rows } = await sql<{
    id: Uuid;
    email: string;
    language: string | null;
    request_id: string;
  }>`
    update password_reset_requests set answered_at = ${now}
     where id = (
       select id from password_reset_requests where answered_at is null
        order by id limit 1 for update skip locked)
    returning id, email, language, request_id`.execute(tx);
  const [row] = rows;
  return row && { id: row.id, email: row.email, language: row.language, requestId: row.request_id };
}

/** Deletes at most `rowsMax` requests. */
export async function deleteRequestsBefore(db: Db, before: Date, rowsMax: number): Promise<void> {
  await inBackground(db, (tx) =>
    sql`
    delete from password_reset_requests where id in (
      select id from password_reset_requests
       where requested_at < ${before} and answered_at is not null limit ${rowsMax})`.execute(tx),
  );
}
