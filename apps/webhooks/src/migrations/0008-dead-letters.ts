import { type Accepted, appRoleOf, renameParkedEvents } from '@florin/database';
import type { Kysely } from 'kysely';

export const accepted: Accepted = {
  since: '0.1.0',
  why: 'the former name is a view of the same rows, which reads and writes them as the table did',
};

/** Renames events that could not be handled to dead letters. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await renameParkedEvents(db, appRoleOf('webhooks'));
}
