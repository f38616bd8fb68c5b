import {
  type Accepted,
  allowOutboxRedaction,
  appRoleOf,
  createErasures,
  renameParkedEvents,
} from '@florin/database';
import { type Kysely, sql } from 'kysely';

export const accepted: Accepted = {
  since: '0.1.0',
  why: 'the former name of dead letters is a view, and no release of the ledger has used either',
};

/** Customers whose payments are redacted; the ledger starts to consume events. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const app = appRoleOf('ledger');
  await renameParkedEvents(db, app);
  await createErasures(db, app);
  await sql`alter table erasures add column finished_at timestamptz(3)`.execute(db);
  await sql`
    create index erasures_unfinished on erasures (customer_id) where finished_at is null`.execute(
    db,
  );
  await allowOutboxRedaction(db, app);
}
