import { type Accepted, appRoleOf, moveOutboxToCursor } from '@florin/database';
import type { Kysely } from 'kysely';

export const accepted: Accepted = {
  since: '0.1.0',
  why: 'the former table is a view, by which older code writes and publishes events as before',
};

/** Stores the outbox cursor in one row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await moveOutboxToCursor(db, appRoleOf('billing'));
}
