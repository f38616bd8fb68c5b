import type { portalCancelChoices, Uuid } from '@florin/contracts';
import type { Kysely, Transaction } from 'kysely';
import type { BillingTables } from '../schema.ts';

/** Portal actions that a seller allows its customers. */
export interface PortalSettings {
  readonly details: boolean;
  readonly cancel: (typeof portalCancelChoices)[number];
  /** Ids of the plans that customers may switch between. */
  readonly plans: readonly string[];
}

/** Default: every subscriber can cancel, at no cost for the seller. */
const initialSettings: PortalSettings = { details: true, cancel: 'at_period_end', plans: [] };

export async function readPortalSettings(
  db: Kysely<BillingTables>,
  accountId: Uuid,
): Promise<PortalSettings> {
  const row = await db
    .selectFrom('portal_settings')
    .select('settings')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return { ...initialSettings, ...(JSON.parse(row?.settings ?? '{}') as Partial<PortalSettings>) };
}

export async function savePortalSettings(
  tx: Transaction<BillingTables>,
  accountId: Uuid,
  settings: PortalSettings,
): Promise<void> {
  const columns = { settings: JSON.stringify(settings) };
  await tx
    .insertInto('portal_settings')
    .values({ account_id: accountId, ...columns })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(columns))
    .execute();
}
