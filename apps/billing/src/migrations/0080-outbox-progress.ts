import { addConsumersToOutbox, appRoleOf } from '@florin/database';
import type { Kysely } from 'kysely';

export function up(db: Kysely<unknown>): Promise<void> {
  return addConsumersToOutbox(db, appRoleOf('billing'));
}
