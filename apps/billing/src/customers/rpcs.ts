import type { Uuid } from '@florin/contracts';
import { notFound } from '@florin/http-api';
import type { CustomersDeps } from './operations.ts';
import { findCustomer } from './queries.ts';

/** The ledger and processors ask about a customer before they charge or save anything. */
export function customerRpcs({ db }: CustomersDeps) {
  return {
    async FindCustomer({
      accountId,
      customerId,
    }: {
      readonly accountId: Uuid;
      readonly customerId: Uuid;
    }) {
      const customer = await findCustomer(db, customerId);
      if (customer?.accountId !== accountId) throw notFound('customer');
      return { isArchived: customer.archivedAt !== null };
    },
  };
}
