import { appRoleOf, createErasures } from '@florin/database';
import type { Kysely } from 'kysely';

/** Customers whose mails were redacted: none are written to them any more. */
export function up(db: Kysely<unknown>): Promise<void> {
  return createErasures(db, appRoleOf('mail'));
}
