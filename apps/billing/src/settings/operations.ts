import { type BillingSettingsResource, type Reply, toPublicId, type Uuid } from '@florin/contracts';
import { type IdempotencyKey, runOnce } from '@florin/database';
import type { Kysely } from 'kysely';
import { refusesUnknownCustomers, setUnknownCustomers } from '../gates/queries.ts';
import type { BillingTables } from '../schema.ts';

export type UnknownCustomers = BillingSettingsResource['unknown_customers'];

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
  unknownCustomers: UnknownCustomers | undefined,
  key: IdempotencyKey | undefined,
): Promise<Reply> {
  return runOnce(db, key, async (tx) => {
    if (unknownCustomers !== undefined)
      await setUnknownCustomers(tx, accountId, unknownCustomers === 'refuse');
    return { status: 200, body: await read(tx, accountId) };
  });
}

async function read(db: Kysely<BillingTables>, accountId: Uuid): Promise<BillingSettingsResource> {
  const isRefused = await refusesUnknownCustomers(db, accountId);
  return {
    object: 'billing_settings',
    account_id: toPublicId('account', accountId),
    unknown_customers: isRefused ? 'refuse' : 'create',
  };
}
