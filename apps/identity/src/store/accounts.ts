import type { Uuid } from '@florin/contracts';
import type { Kysely, Transaction } from 'kysely';
import type { IdentityTables } from './schema.ts';

export async function isAccountKnown(db: Kysely<IdentityTables>, id: Uuid): Promise<boolean> {
  const row = await db.selectFrom('accounts').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

export async function insertOpenAccount(tx: Transaction<IdentityTables>, id: Uuid): Promise<void> {
  await tx.insertInto('accounts').values({ id, status: 'open' }).execute();
}
