import { inBackground } from '@florin/database';
import { type Kysely, type NotNull, sql } from 'kysely';
import type { IdentityTables } from './schema.ts';

/** Deletes sessions, and with them their refresh tokens, that ran out before; a bounded number. */
export async function deleteSessionsExpiredBefore(
  db: Kysely<IdentityTables>,
  before: Date,
  rowsMax: number,
): Promise<void> {
  await inBackground(db, (tx) =>
    sql`
    delete from sessions where id in (
      select id from sessions where expires_at < ${before} limit ${rowsMax})`.execute(tx),
  );
}

export interface StaleReservation {
  readonly email: string;
  readonly accountId: string;
}

/** Reservations that ran out before and were neither confirmed nor taken over. */
export async function listReservationsExpiredBefore(
  db: Kysely<IdentityTables>,
  before: Date,
  rowsMax: number,
): Promise<readonly StaleReservation[]> {
  const rows = await db
    .selectFrom('emails')
    .select(['email', 'account_id'])
    .where('reserved_until', '<', before)
    .where('account_id', 'is not', null)
    .limit(rowsMax)
    .$narrowType<{ account_id: NotNull }>()
    .execute();
  return rows.map((row) => ({ email: row.email, accountId: row.account_id }));
}
