import { type Accepted, appRoleOf, renameSteps } from '@florin/database';
import type { Kysely } from 'kysely';

export const accepted: Accepted = {
  since: '0.1.0',
  why: 'the former name is a view of the same rows, which reads and writes them as the table did',
};

/** Renames the tables of sagas. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await renameSteps(db, appRoleOf('accounts'));
}
