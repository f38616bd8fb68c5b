import { type BillingSettingsResource, type Reply, toPublicId, type Uuid } from '@florin/contracts';
import { type IdempotencyKey, runOnce } from '@florin/database';
import type { Kysely } from 'kysely';
import type { BillingTables } from '../store/schema.ts';
import { refusesUnknownCustomers, setUnknownCustomers } from '../store/unknown-customers.ts';

export type UnknownCustomers = BillingSettingsResource['unknown_customers'];

/** What accounts have chosen about their subscriptions. */
export function makeSettings(db: Kysely<BillingTables>) {
  return {
    show: (accountId: Uuid): Promise<BillingSettingsResource> => read(db, accountId),

    /** Once it has answered, no subscription does otherwise. */
    change(
      accountId: Uuid,
      unknownCustomers: UnknownCustomers | undefined,
      key: IdempotencyKey | undefined,
    ): Promise<Reply> {
      return runOnce(db, key, async (tx) => {
        if (unknownCustomers !== undefined)
          await setUnknownCustomers(tx, accountId, unknownCustomers === 'refuse');
        return { status: 200, body: await read(tx, accountId) };
      });
    },
  };

  async function read(
    from: Kysely<BillingTables>,
    accountId: Uuid,
  ): Promise<BillingSettingsResource> {
    const isRefused = await refusesUnknownCustomers(from, accountId);
    return {
      object: 'billing_settings',
      account_id: toPublicId('account', accountId),
      unknown_customers: isRefused ? 'refuse' : 'create',
    };
  }
}

export type Settings = ReturnType<typeof makeSettings>;
