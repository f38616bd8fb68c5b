import {
  appRoleOf,
  createIdempotencyKeys,
  createLeases,
  createOutbox,
  createSteps,
} from '@florin/database';
import type { Kysely } from 'kysely';

/** Foundations of billing: idempotency keys, durable work, events and leases. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const app = appRoleOf('billing');
  await createIdempotencyKeys(db, app);
  await createSteps(db, app);
  await createOutbox(db, app);
  await createLeases(db, app);
}
