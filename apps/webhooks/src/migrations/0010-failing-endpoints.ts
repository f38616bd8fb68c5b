import {
  type Accepted,
  addTraceToOutbox,
  appRoleOf,
  createOutbox,
  moveOutboxToCursor,
} from '@florin/database';
import { type Kysely, sql } from 'kysely';

export const accepted: Accepted = {
  since: '0.1.0',
  why: 'no release before has an outbox here that older code would write',
};

/** Start of an endpoint's failures, and an outbox for events about it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const app = appRoleOf('webhooks');
  await createOutbox(db, app);
  await addTraceToOutbox(db);
  await moveOutboxToCursor(db, app);
  await sql`
    alter table webhook_endpoints
      add column failing_since timestamptz(3),
      add column failing_told boolean not null default false,
      add column events_told integer not null default 0`.execute(db);
}
