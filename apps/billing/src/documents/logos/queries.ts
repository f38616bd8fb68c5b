import type { Uuid } from '@florin/contracts';
import type { Kysely, Transaction } from 'kysely';
import type { BillingTables, LogoState } from '../../schema.ts';
import type { Logo } from './logo.ts';

export interface StoredLogo extends Logo {
  readonly accountId: Uuid;
  readonly state: LogoState;
}

export async function insertLogo(
  tx: Transaction<BillingTables>,
  accountId: Uuid,
  { hash, mediaType, bytes }: Logo,
): Promise<void> {
  await tx
    .insertInto('logos')
    .values({ account_id: accountId, hash, media_type: mediaType, bytes, state: 'reencoded' })
    .onConflict((conflict) => conflict.columns(['account_id', 'hash']).doNothing())
    .execute();
}

/** @param accountId undefined for the logo of any account */
export async function findLogo(
  db: Kysely<BillingTables>,
  accountId: Uuid | undefined,
  hash: string,
): Promise<StoredLogo | undefined> {
  const row = await db
    .selectFrom('logos')
    .select(['account_id', 'media_type', 'bytes', 'state'])
    .where('hash', '=', hash)
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId as Uuid))
    .limit(1)
    .executeTakeFirst();
  return (
    row && {
      ...{ accountId: row.account_id as Uuid, hash, state: row.state },
      ...{ mediaType: row.media_type, bytes: row.bytes },
    }
  );
}

/** Keeps the hash, which documents and URLs use. */
export async function replaceUpload(
  db: Kysely<BillingTables>,
  { accountId, hash }: StoredLogo,
  change: { readonly state: LogoState; readonly bytes?: Buffer },
): Promise<void> {
  await db
    .updateTable('logos')
    .set(change)
    .where('account_id', '=', accountId)
    .where('hash', '=', hash)
    .where('state', '=', 'uploaded')
    .execute();
}
