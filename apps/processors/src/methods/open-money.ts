import { toPublicId, type Uuid } from '@florin/contracts';
import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** RPC: whether a customer has open payments, so that their records are still needed. */
export function openMoneyRpcs({ db }: { readonly db: Db }) {
  return {
    async FindOpenMoney({
      accountId,
      customerId,
    }: {
      readonly accountId: Uuid;
      readonly customerId: Uuid;
    }) {
      const customer = toPublicId('customer', customerId);
      const { rows } = await sql<{ has_dispute: boolean; has_refund: boolean }>`
        select exists (select from disputes
                        where account_id = ${accountId} and customer = ${customer}
                          and status in ('needs_response', 'under_review')) as has_dispute,
               exists (select from refunds
                        where account_id = ${accountId} and customer = ${customer}
                          and status in ('reserved', 'pending')) as has_refund`.execute(db);
      const [found] = rows;
      return {
        hasOpenDispute: found?.has_dispute ?? false,
        hasPendingRefund: found?.has_refund ?? false,
      };
    },
  };
}
