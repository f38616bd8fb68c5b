import type { AccountingSettingsResource, Uuid } from '@florin/contracts';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { BillingTables } from '../schema.ts';

/** Settings that fit exports to a seller's books. */
export type AccountingSettings = AccountingSettingsResource;

const initialSettings: AccountingSettings = { ledger_accounts: [], datev: null };

export async function readAccountingSettings(
  db: Kysely<BillingTables>,
  accountId: Uuid,
): Promise<AccountingSettings> {
  const row = await db
    .selectFrom('accounting_settings')
    .select('settings')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  const stored = JSON.parse(row?.settings ?? '{}') as Partial<AccountingSettings>;
  return { ...initialSettings, ...stored };
}

export async function saveAccountingSettings(
  tx: Transaction<BillingTables>,
  accountId: Uuid,
  settings: AccountingSettings,
): Promise<void> {
  const columns = { settings: JSON.stringify(settings), updated_at: sql<Date>`clock_timestamp()` };
  await tx
    .insertInto('accounting_settings')
    .values({ account_id: accountId, ...columns })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(columns))
    .execute();
}
