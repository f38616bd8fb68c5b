import type { IdempotencyKey } from '@florin/database';
import type { Kysely } from 'kysely';
import type { AccountsTables } from './schema.ts';

/** Frees a key that a refusal was stored under; one of running work or a success stays. */
export async function forgetRefusal(
  db: Kysely<AccountsTables>,
  { scope, key }: Pick<IdempotencyKey, 'scope' | 'key'>,
): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('scope', '=', scope)
    .where('key', '=', key)
    .where('status', '>=', 400)
    .execute();
}
