import type { Uuid } from '@florin/contracts';
import { addToOutbox } from '@florin/database';
import type { Transaction } from 'kysely';
import { apiKeyRevoked } from '../domain/api-key.ts';
import type { Cause } from '../domain/cause.ts';
import { deleteApiKeys, type KeyName } from '../store/api-keys.ts';
import type { IdentityTables } from '../store/schema.ts';

/** Bounds a statement, which is cut off when it takes too long. */
const EVENTS_MAX = 1_000;

/** Deletes one key or all of an account, and tells of it. Returns how many there were. */
export async function deleteKeys(
  tx: Transaction<IdentityTables>,
  which: KeyName | { readonly accountId: Uuid },
  cause: Cause,
  now: Date,
): Promise<number> {
  const events = (await deleteApiKeys(tx, which)).map((key) => apiKeyRevoked(key, cause, now));
  for (let done = 0; done < events.length; done += EVENTS_MAX)
    await addToOutbox(tx, events.slice(done, done + EVENTS_MAX));
  return events.length;
}
