import type { Uuid } from '@florin/contracts';
import type { Kysely, Transaction } from 'kysely';
import type { BillingTables } from './schema.ts';

/**
 * Whether an account wants no customers made by subscriptions. Stays so until the transaction ends
 * where that holds the account's gate.
 */
export async function refusesUnknownCustomers(
  db: Kysely<BillingTables>,
  accountId: Uuid,
): Promise<boolean> {
  const row = await db
    .selectFrom('account_gates')
    .select('refuses_unknown_customers')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row?.refuses_unknown_customers ?? false;
}

/** Waits for whoever holds the account's gate. */
export async function setUnknownCustomers(
  tx: Transaction<BillingTables>,
  accountId: Uuid,
  isRefused: boolean,
): Promise<void> {
  const chosen = { refuses_unknown_customers: isRefused };
  await tx
    .insertInto('account_gates')
    .values({ account_id: accountId, ...chosen })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(chosen))
    .execute();
}
