import type { Uuid } from '@florin/contracts';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { SellerProfile, StoredProfile } from '../domain/parties.ts';
import type { BillingTables } from '../schema.ts';

export async function findProfile(
  db: Kysely<BillingTables>,
  accountId: Uuid,
): Promise<StoredProfile | undefined> {
  const [found] = await findProfiles(db, [accountId]);
  return found;
}

export async function findProfiles(
  db: Kysely<BillingTables>,
  accountIds: readonly Uuid[],
): Promise<readonly StoredProfile[]> {
  if (accountIds.length === 0) return [];
  const rows = await db
    .selectFrom('seller_profiles')
    .select(['account_id', 'profile', 'logo_hash'])
    .where('account_id', '=', sql<Uuid>`any(${accountIds}::uuid[])`)
    .execute();
  return rows.map(({ account_id, profile, logo_hash }) => ({
    accountId: account_id,
    profile: JSON.parse(profile) as SellerProfile,
    logoHash: logo_hash,
  }));
}

/** The profile, locked until the transaction ends; created if there is none. */
export async function lockProfile(
  tx: Transaction<BillingTables>,
  accountId: Uuid,
  first: SellerProfile,
): Promise<StoredProfile> {
  await tx
    .insertInto('seller_profiles')
    .values({ account_id: accountId, profile: JSON.stringify(first), logo_hash: null })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .execute();
  const stored = await lockStoredProfile(tx, accountId);
  if (!stored) throw new Error('a profile that was just stored does not exist');
  return stored;
}

/** The stored profile, locked until the transaction ends; undefined if there is none. */
export async function lockStoredProfile(
  tx: Transaction<BillingTables>,
  accountId: Uuid,
): Promise<StoredProfile | undefined> {
  const row = await tx
    .selectFrom('seller_profiles')
    .select(['profile', 'logo_hash'])
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();
  return (
    row && {
      accountId,
      profile: JSON.parse(row.profile) as SellerProfile,
      logoHash: row.logo_hash,
    }
  );
}

export async function saveProfile(
  tx: Transaction<BillingTables>,
  { accountId, profile, logoHash }: StoredProfile,
): Promise<void> {
  await tx
    .updateTable('seller_profiles')
    .set({
      profile: JSON.stringify(profile),
      logo_hash: logoHash,
      updated_at: sql<Date>`clock_timestamp()`,
    })
    .where('account_id', '=', accountId)
    .execute();
}
