import { deleteOldKeys, deletePublished } from '@florin/database';
import { deleteConfirmationsExpiredBefore } from './confirmations/queries.ts';
import { deleteFailuresBefore } from './credentials/login/queries.ts';
import { deleteSessionsExpiredBefore } from './credentials/sessions/queries.ts';
import type { Deps } from './deps.ts';
import { deleteInvitationsExpiredBefore } from './invitations/queries.ts';
import { deleteRequestsBefore } from './mail-links/password-resets/queries.ts';
import { deleteLoginLinksExpiredBefore } from './pages/login-links/queries.ts';
import {
  listReservationsExpiredBefore,
  lockEmail,
  releaseReservation,
} from './records/emails-queries.ts';
import { deleteOwnerReservation } from './records/owner-reservations-queries.ts';
import {
  CLOSED_EARLIER,
  listAccountsWithClosedUsers,
  terminateUsersOf,
} from './removal/terminate-users.ts';
import { deleteLeasesRenewedBefore } from './revocations/lease-queries.ts';
import { deleteExpiredRevocations } from './revocations/queries.ts';

const ROWS_MAX = 1_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Longer than the stream's retention, so the stream can be refilled. */
const OUTBOX_KEPT_DAYS = 30;

/** Deletes expired rows. Several processes may run it at once. */
export async function cleanUp({ db, now }: Deps): Promise<void> {
  const hourAgo = new Date(now().getTime() - HOUR_MS);
  const monthAgo = new Date(now().getTime() - 30 * DAY_MS);
  const dayAgo = new Date(now().getTime() - DAY_MS);
  await deleteExpiredRevocations(db, now());
  await deleteLeasesRenewedBefore(db, dayAgo);
  await deleteSessionsExpiredBefore(db, hourAgo, ROWS_MAX);
  await deleteFailuresBefore(db, hourAgo, ROWS_MAX);
  await deleteConfirmationsExpiredBefore(db, dayAgo, ROWS_MAX);
  await deleteRequestsBefore(db, dayAgo, ROWS_MAX);
  await deleteLoginLinksExpiredBefore(db, now(), ROWS_MAX);
  await deleteInvitationsExpiredBefore(db, monthAgo, ROWS_MAX);
  await deleteOldKeys(db, ROWS_MAX);
  await deletePublished(db, OUTBOX_KEPT_DAYS, ROWS_MAX);
  for (const accountId of await listAccountsWithClosedUsers(db, ROWS_MAX)) {
    const context = { ...CLOSED_EARLIER, now: now() };
    await db.transaction().execute((tx) => terminateUsersOf(tx, accountId, context));
  }
  // One extra hour for late confirmations.
  for (const { email, accountId } of await listReservationsExpiredBefore(db, hourAgo, ROWS_MAX))
    await db.transaction().execute(async (tx) => {
      const holders = await lockEmail(tx, email);
      const isStale =
        holders?.accountId === accountId &&
        holders.reservedUntil &&
        holders.reservedUntil < hourAgo;
      if (!isStale) return;
      // Deletes the name and password of a user who was never created, and frees an unused email.
      await deleteOwnerReservation(tx, accountId);
      await releaseReservation(tx, { email, accountId });
    });
}
