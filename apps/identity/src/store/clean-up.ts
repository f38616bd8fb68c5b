import { type Kysely, sql } from 'kysely';
import type { IdentityTables } from './schema.ts';

/** Deletes sessions, and with them their refresh tokens, that ran out before; a bounded number. */
export async function deleteSessionsExpiredBefore(
  db: Kysely<IdentityTables>,
  before: Date,
  rowsMax: number,
): Promise<void> {
  await sql`
    delete from sessions where id in (
      select id from sessions where expires_at < ${before} limit ${rowsMax})`.execute(db);
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
    .selectFrom('owner_reservations')
    .innerJoin('emails', 'emails.email', 'owner_reservations.email')
    .select(['emails.email', 'owner_reservations.account_id'])
    .where('emails.reserved_until', '<', before)
    .limit(rowsMax)
    .execute();
  return rows.map((row) => ({ email: row.email, accountId: row.account_id }));
}
