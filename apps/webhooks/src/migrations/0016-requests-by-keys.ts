import { createIndexConcurrently } from '@florin/database';
import type { Kysely } from 'kysely';

export const isOutsideTransaction = true;

const BY_KEY = `where request->'actor'->>'api_key_id' is not null`;

/** Index for requests by any API key, in order. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(
    db,
    'events_requests_by_keys',
    `on events (account_id, sequence) ${BY_KEY}`,
  );
  await createIndexConcurrently(
    db,
    'audited_operations_by_keys',
    `on audited_operations (account_id, sequence, number) ${BY_KEY}`,
  );
}
