import {
  type Accepted,
  allowOutboxRedaction,
  appRoleOf,
  createErasures,
  createInbox,
  renameParkedEvents,
} from '@florin/database';
import type { Kysely } from 'kysely';

export const accepted: Accepted = {
  since: '0.1.0',
  why: 'the tables are new: no release of processors has had an inbox',
};

/** Erased customers; the service starts to consume events. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const app = appRoleOf('processors');
  await createInbox(db, app);
  await renameParkedEvents(db, app);
  await createErasures(db, app);
  await allowOutboxRedaction(db, app);
}
