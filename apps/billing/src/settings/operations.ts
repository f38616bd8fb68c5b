import {
  type BillingSettingsResource,
  isLive,
  type Reply,
  toPublicId,
  type Uuid,
} from '@florin/contracts';
import { type IdempotencyKey, runOnce } from '@florin/database';
import type { Kysely } from 'kysely';
import {
  findCancelAddress,
  readDunningDays,
  refusesUnknownCustomers,
  saveSettings,
} from '../gates/queries.ts';
import { type PortalSettings, readPortalSettings, savePortalSettings } from '../portal/settings.ts';
import type { BillingTables } from '../schema.ts';

/** What is to be changed; what is undefined stays. */
interface SettingsChange {
  readonly unknownCustomers: BillingSettingsResource['unknown_customers'] | undefined;
  readonly cancelAddress: string | null | undefined;
  /** Null for the usual schedule. */
  readonly dunningDays: readonly number[] | null | undefined;
  /** Members that are undefined stay. */
  readonly portal: { readonly [Name in keyof PortalSettings]?: PortalSettings[Name] | undefined };
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

/** Once it has replied, no subscription is created by the former settings. */
export function changeSettings(
  { db }: SettingsDeps,
  accountId: Uuid,
  { unknownCustomers, cancelAddress, dunningDays, portal }: SettingsChange,
  key: IdempotencyKey | undefined,
): Promise<Reply> {
  return runOnce(db, key, async (tx) => {
    const chosen = {
      ...(unknownCustomers !== undefined && {
        refuses_unknown_customers: unknownCustomers === 'refuse',
      }),
      ...(cancelAddress !== undefined && { cancel_address: cancelAddress }),
      ...(dunningDays !== undefined && { dunning_days: dunningDays }),
    };
    if (Object.keys(chosen).length > 0) await saveSettings(tx, accountId, chosen);
    const asked = Object.entries(portal).filter(([, value]) => value !== undefined);
    if (asked.length > 0) {
      const before = await readPortalSettings(tx, accountId);
      await savePortalSettings(tx, accountId, { ...before, ...Object.fromEntries(asked) });
    }
    return { status: 200, body: await read(tx, accountId) };
  });
}

async function read(db: Kysely<BillingTables>, accountId: Uuid): Promise<BillingSettingsResource> {
  const isRefused = await refusesUnknownCustomers(db, accountId);
  const dunningDays = await readDunningDays(db, [accountId]);
  return {
    object: 'billing_settings',
    livemode: isLive(accountId),
    account_id: toPublicId('account', accountId),
    unknown_customers: isRefused ? 'refuse' : 'create',
    cancel_address: await findCancelAddress(db, accountId),
    dunning_days: [...dunningDays(accountId)],
    portal: await readPortalSettings(db, accountId).then(({ plans, ...choices }) => ({
      ...choices,
      plans: [...plans],
    })),
  };
}
