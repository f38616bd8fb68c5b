import type { Uuid } from '@florin/contracts';
import { notFound } from '@florin/http-api';
import { findCustomer } from '../records/customers-queries.ts';
import type { CustomersDeps } from './operations.ts';

/**
 * RPCs by which the ledger and processors check a customer before they charge it or save a card.
 */
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
      const { archivedAt, anonymizedAt } = customer;
      return { isArchived: archivedAt !== null, isAnonymized: anonymizedAt !== null };
    },
  };
}
