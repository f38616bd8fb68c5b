import { toPublicId, type Uuid } from '@florin/contracts';
import type { Db } from '../schema.ts';

/** Whether money of a customer is under way, so that its records are still needed. */
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
      const dispute = await db
        .selectFrom('disputes')
        .select('id')
        .where('account_id', '=', accountId)
        .where('customer', '=', customer)
        .where('status', 'in', ['needs_response', 'under_review'])
        .limit(1)
        .executeTakeFirst();
      const refund = await db
        .selectFrom('refunds')
        .select('id')
        .where('account_id', '=', accountId)
        .where('customer', '=', customer)
        .where('status', 'in', ['reserved', 'pending'])
        .limit(1)
        .executeTakeFirst();
      return { hasOpenDispute: dispute !== undefined, hasPendingRefund: refund !== undefined };
    },
  };
}
