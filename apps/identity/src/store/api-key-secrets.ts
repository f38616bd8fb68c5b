import type { Uuid } from '@florin/contracts';
import type { Transaction } from 'kysely';
import type { IdentityTables } from './schema.ts';

type Tx = Transaction<IdentityTables>;

/** Stores a key's newest secret. */
export async function insertSecret(tx: Tx, keyId: Uuid, hash: Buffer): Promise<void> {
  await tx.insertInto('api_key_secrets').values({ hash, key_id: keyId, ends_at: null }).execute();
}

/** Lets all secrets of a locked key end then, if they do not end earlier anyway. */
export async function endSecrets(
  tx: Tx,
  keyId: Uuid,
  { endsAt, now }: { readonly endsAt: Date; readonly now: Date },
): Promise<void> {
  await tx
    .updateTable('api_key_secrets')
    .set({ ends_at: endsAt })
    .where('key_id', '=', keyId)
    .where((row) => row.or([row('ends_at', 'is', null), row('ends_at', '>', endsAt)]))
    .execute();
  await tx
    .deleteFrom('api_key_secrets')
    .where('key_id', '=', keyId)
    .where('ends_at', '<=', now)
    .execute();
}
