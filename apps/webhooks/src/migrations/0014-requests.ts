import { createIndexConcurrently } from '@florin/database';
import type { Kysely } from 'kysely';

export const isOutsideTransaction = true;

const ACTOR = `request->'actor'`;
const KEY = `(${ACTOR}->>'api_key_id')`;

/** Indexes for request filters (id, method and path, API key), and for failing endpoints. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, on] of Object.entries(indexes)) await createIndexConcurrently(db, name, on);
}

const indexes = {
  webhook_endpoints_failing: `on webhook_endpoints (id)
    where failing_since is not null or status = 'disabled'`,
  events_requests: `on events ((request->>'id')) where request->>'id' is not null`,
  events_request_operations: `on events
    (account_id, (${ACTOR}->>'operation') text_pattern_ops, sequence) where ${ACTOR} is not null`,
  events_request_keys: `on events (${KEY}, sequence) where ${KEY} is not null`,
  audited_operations_requests: `on audited_operations ((request->>'id'))`,
  audited_operations_operations: `on audited_operations
    (account_id, operation text_pattern_ops, sequence, number)`,
  audited_operations_keys: `on audited_operations
    (${KEY}, sequence, number) where ${KEY} is not null`,
};
