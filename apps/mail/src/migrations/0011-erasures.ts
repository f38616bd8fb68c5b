import { appRoleOf, createErasures } from '@florin/database';
import type { Kysely } from 'kysely';

/** Customers whose emails were redacted; no further ones are sent to them. */
export function up(db: Kysely<unknown>): Promise<void> {
  return createErasures(db, appRoleOf('mail'));
}
