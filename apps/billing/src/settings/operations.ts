import {
  type BillingSettingsResource,
  isLive,
  type Reply,
  toPublicId,
  type Uuid,
} from '@florin/contracts';
import { type IdempotencyKey, runOnce } from '@florin/database';
import type { Kysely } from 'kysely';
import type { FinalAction } from '../domain/subscription/dunning.ts';
import {
  findCancelAddress,
  readDunningRules,
  refusesUnknownCustomers,
  saveSettings,
} from '../records/gates-queries.ts';
import type { BillingTables } from '../schema.ts';
import {
  type AccountingSettings,
  readAccountingSettings,
  saveAccountingSettings,
} from './accounting.ts';
import { type PortalSettings, readPortalSettings, savePortalSettings } from './portal.ts';

type Changes<Settings> = {
  readonly [Name in keyof Settings]?: Settings[Name] | undefined;
};

/** Settings to change; undefined ones stay. */
interface SettingsChange {
  readonly unknownCustomers: BillingSettingsResource['unknown_customers'] | undefined;
  readonly cancelAddress: string | null | undefined;
  /** Null for the default schedule. */
  readonly dunningDays: readonly number[] | null | undefined;
  readonly dunningFinalAction: FinalAction | undefined;
  /** Undefined fields stay. */
  readonly portal: Changes<PortalSettings>;
  readonly accounting: Changes<AccountingSettings>;
}

export interface SettingsDeps {
  readonly db: Kysely<BillingTables>;
}

export function readSettings(
  { db }: SettingsDeps,
  accountId: Uuid,
): Promise<BillingSettingsResource> {
  return read(db, accountId);
}

/** Changes the settings. After the reply, no subscription is created under the former ones. */
export function changeSettings(
  { db }: SettingsDeps,
  accountId: Uuid,
  { unknownCustomers, cancelAddress, portal, accounting, ...dunning }: SettingsChange,
  key: IdempotencyKey | undefined,
): Promise<Reply> {
  return runOnce(db, key, async (tx) => {
    const { dunningDays, dunningFinalAction } = dunning;
    const chosen = {
      ...(unknownCustomers !== undefined && {
        refuses_unknown_customers: unknownCustomers === 'refuse',
      }),
      ...(cancelAddress !== undefined && { cancel_address: cancelAddress }),
      ...(dunningDays !== undefined && { dunning_days: dunningDays }),
      ...(dunningFinalAction !== undefined && { dunning_final_action: dunningFinalAction }),
    };
    if (Object.keys(chosen).length > 0) await saveSettings(tx, accountId, chosen);
    if (isChange(portal)) {
      const before = await readPortalSettings(tx, accountId);
      await savePortalSettings(tx, accountId, withChanges(before, portal));
    }
    if (isChange(accounting)) {
      const before = await readAccountingSettings(tx, accountId);
      await saveAccountingSettings(tx, accountId, withChanges(before, accounting));
    }
    return { status: 200, body: await read(tx, accountId) };
  });
}

function isChange(changes: object): boolean {
  return Object.values(changes).some((value) => value !== undefined);
}

function withChanges<Settings extends object>(
  before: Settings,
  changes: Changes<Settings>,
): Settings {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  return { ...before, ...Object.fromEntries(given) };
}

async function read(db: Kysely<BillingTables>, accountId: Uuid): Promise<BillingSettingsResource> {
  const isRefused = await refusesUnknownCustomers(db, accountId);
  const { days, finalAction } = (await readDunningRules(db, [accountId]))(accountId);
  return {
    object: 'billing_settings',
    livemode: isLive(accountId),
    account_id: toPublicId('account', accountId),
    unknown_customers: isRefused ? 'refuse' : 'create',
    cancel_address: await findCancelAddress(db, accountId),
    dunning_days: [...days],
    dunning_final_action: finalAction,
    portal: await readPortalSettings(db, accountId).then(({ plans, ...choices }) => ({
      ...choices,
      plans: [...plans],
    })),
    accounting: await readAccountingSettings(db, accountId),
  };
}
