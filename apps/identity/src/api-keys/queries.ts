import type { Uuid } from '@florin/contracts';
import { type Cursor, selectPage } from '@florin/database';
import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import type { ApiKey } from '../domain/api-key.ts';
import type { PresentedSecret } from '../domain/api-key-rights.ts';
import type { Db, IdentityTables, Tx } from '../schema.ts';

export async function insertApiKey(tx: Tx, key: ApiKey): Promise<void> {
  await tx
    .insertInto('api_keys')
    .values({
      id: key.id,
      account_id: key.accountId,
      name: key.name,
      prefix: key.prefix,
      scopes: [...key.scopes],
      created_at: key.createdAt,
      expires_at: key.expiresAt,
      last_used_at: key.lastUsedAt,
      created_by: key.createdBy,
      version: key.version,
    })
    .execute();
}

export interface KeyName {
  readonly id: Uuid;
  /** Keys of other accounts are not found. */
  readonly accountId: Uuid | 'all';
}

export async function findApiKey(db: Db, { id, accountId }: KeyName): Promise<ApiKey | undefined> {
  const row = await db
    .selectFrom('api_keys')
    .selectAll()
    .where('id', '=', id)
    .where(ofAccount(accountId))
    .executeTakeFirst();
  return row && toApiKey(row);
}

/** Reads a key and locks it `for share` until the transaction ends. */
export async function shareApiKey(tx: Tx, { id, accountId }: KeyName): Promise<ApiKey | undefined> {
  const row = await tx
    .selectFrom('api_keys')
    .selectAll()
    .where('id', '=', id)
    .where(ofAccount(accountId))
    .forShare()
    .executeTakeFirst();
  return row && toApiKey(row);
}

export async function lockApiKey(tx: Tx, { id, accountId }: KeyName): Promise<ApiKey | undefined> {
  const row = await tx
    .selectFrom('api_keys')
    .selectAll()
    .where('id', '=', id)
    .where(ofAccount(accountId))
    .forUpdate()
    .executeTakeFirst();
  return row && toApiKey(row);
}

export async function saveRotated(tx: Tx, { id, prefix, version }: ApiKey): Promise<void> {
  await tx
    .updateTable('api_keys')
    .set({ prefix, version })
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

export async function saveName(tx: Tx, { id, name, version }: ApiKey): Promise<void> {
  await tx
    .updateTable('api_keys')
    .set({ name, version })
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Selects one key, the keys of one creator, or all keys, in one account or in all. */
export interface WhichKeys {
  readonly accountId: Uuid | 'all';
  readonly id?: Uuid;
  readonly createdBy?: Uuid;
}

/** Deletes keys and their secrets; returns the deleted keys. */
export async function deleteApiKeys(
  tx: Tx,
  { accountId, id, createdBy }: WhichKeys,
): Promise<readonly ApiKey[]> {
  let query = tx.deleteFrom('api_keys').where(ofAccount(accountId));
  if (id !== undefined) query = query.where('id', '=', id);
  if (createdBy !== undefined) query = query.where('created_by', '=', createdBy);
  return (await query.returningAll().execute()).map(toApiKey);
}

/** Newest first; oldest first from a `before` cursor. */
export async function readApiKeys(
  db: Db,
  { accountId, createdBy }: Omit<WhichKeys, 'id'>,
  cursor: Cursor,
  rowsMax: number,
): Promise<readonly ApiKey[]> {
  let keys = db.selectFrom('api_keys').selectAll().where(ofAccount(accountId));
  if (createdBy !== undefined) keys = keys.where('created_by', '=', createdBy);
  const rows = await selectPage(keys, cursor, rowsMax).execute();
  return rows.map(toApiKey);
}

/**
 * Records a use. Skips it if a recent use is recorded or the row is locked, since it is only
 * coarse.
 */
export async function recordUse(
  db: Db,
  id: Uuid,
  { now, before }: { readonly now: Date; readonly before: Date },
): Promise<void> {
  await sql`
    update api_keys set last_used_at = ${now}
     where id = (select id from api_keys
                  where id = ${id} and (last_used_at is null or last_used_at < ${before})
                    for no key update skip locked)`.execute(db);
}

/** A secret with its key and account, in one snapshot. */
export async function findSecret(db: Db, hash: Buffer): Promise<PresentedSecret | undefined> {
  const row = await db
    .selectFrom('api_key_secrets')
    .innerJoin('api_keys', 'api_keys.id', 'api_key_secrets.key_id')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .innerJoin('revision', (join) => join.onTrue())
    .selectAll('api_keys')
    .select(['api_key_secrets.ends_at', 'accounts.status', 'revision.revision'])
    .where('api_key_secrets.hash', '=', hash)
    .executeTakeFirst();
  return (
    row && {
      key: toApiKey(row),
      endsAt: row.ends_at,
      accountStatus: row.status,
      revision: row.revision,
    }
  );
}

function ofAccount(accountId: Uuid | 'all') {
  return ({ eb, val }: ExpressionBuilder<IdentityTables, 'api_keys'>) =>
    accountId === 'all' ? val(true) : eb('account_id', '=', accountId);
}

function toApiKey(row: Selectable<IdentityTables['api_keys']>): ApiKey {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    prefix: row.prefix,
    scopes: row.scopes,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    createdBy: row.created_by,
    version: row.version,
  };
}

/** Stores a key's newest secret. */
export async function insertSecret(tx: Tx, keyId: Uuid, hash: Buffer): Promise<void> {
  await tx.insertInto('api_key_secrets').values({ hash, key_id: keyId, ends_at: null }).execute();
}

/** Ends all secrets of a locked key at an instant, unless they end earlier. */
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

/** Whether a key still accepts a secret replaced by a rotation. */
export async function hasEndingSecret(db: Db | Tx, keyId: Uuid, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('api_key_secrets')
    .select('key_id')
    .where('key_id', '=', keyId)
    .where('ends_at', '>', now)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
