import type { Kysely } from 'kysely';
import { findClosedHolder, freeEmailsOf } from '../store/closed-emails.ts';
import type { IdentityTables } from '../store/schema.ts';
import { busyIfLocked } from './busy.ts';

/**
 * Frees an email that only a closed account still holds, before somebody takes it: one that was closed
 * by an older version, or whose closing was cut off after its users were suspended.
 */
export async function freeClosedEmail(db: Kysely<IdentityTables>, email: string): Promise<void> {
  const accountId = await findClosedHolder(db, email);
  if (accountId === undefined) return;
  await db
    .transaction()
    .execute((tx) => freeEmailsOf(tx, accountId))
    .catch(busyIfLocked('the account that had this email is being closed'));
}
