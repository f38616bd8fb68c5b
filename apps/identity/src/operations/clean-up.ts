import { deleteOldKeys, deletePublished } from '@florin/database';
import type { Kysely } from 'kysely';
import {
  deleteSessionsExpiredBefore,
  listReservationsExpiredBefore,
  type StaleReservation,
} from '../store/clean-up.ts';
import { lockEmail, releaseReservation } from '../store/emails.ts';
import { deleteGuessingBefore } from '../store/failed-logins.ts';
import { deleteLeasesRenewedBefore } from '../store/gateway-leases.ts';
import { deleteOwnerReservation } from '../store/owner-reservations.ts';
import { deleteExpiredRevocations } from '../store/revisions.ts';
import type { IdentityTables } from '../store/schema.ts';

const ROWS_MAX = 1_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Longer than the stream keeps events, so that it can be filled again. */
const OUTBOX_KEPT_DAYS = 30;

/** Deletes what nobody can use any more. Several processes may do it at once. */
export function makeCleanUp({
  db,
  now,
}: {
  readonly db: Kysely<IdentityTables>;
  readonly now: () => Date;
}) {
  return async (): Promise<void> => {
    const hourAgo = new Date(now().getTime() - HOUR_MS);
    await deleteExpiredRevocations(db, now());
    await deleteLeasesRenewedBefore(db, new Date(now().getTime() - DAY_MS));
    await deleteSessionsExpiredBefore(db, hourAgo, ROWS_MAX);
    await deleteGuessingBefore(db, hourAgo, ROWS_MAX);
    await deleteOldKeys(db, ROWS_MAX);
    await deletePublished(db, OUTBOX_KEPT_DAYS, ROWS_MAX);
    // An hour more, for whoever comes back late to confirm.
    for (const stale of await listReservationsExpiredBefore(db, hourAgo, ROWS_MAX))
      await dropReservation(db, stale, hourAgo);
  };
}

/** Keeps neither name nor password of somebody who never became a user, nor an unused email. */
async function dropReservation(
  db: Kysely<IdentityTables>,
  { email, accountId }: StaleReservation,
  before: Date,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const hold = await lockEmail(tx, email);
    const isStale =
      hold?.accountId === accountId && hold.reservedUntil && hold.reservedUntil < before;
    if (!isStale) return;
    await deleteOwnerReservation(tx, accountId);
    await releaseReservation(tx, { email, accountId });
  });
}
