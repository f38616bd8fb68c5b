import type { Uuid } from '@florin/contracts';
import { builtInTable, decideTax, type Sale, type TableRate, type TaxDecision } from '@florin/tax';
import type { Kysely } from 'kysely';
import type { BillingTables } from '../schema.ts';
import { findRates } from './queries.ts';

/**
 * Who says which taxes sales bear. Asked once for all sales of a batch, while subscriptions are locked:
 * one that asks an engine elsewhere answers from what that has said before.
 */
export interface TaxProvider {
  prepare(db: Kysely<BillingTables>, sellerIds: readonly Uuid[]): Promise<DecideSale>;
}

export type DecideSale = (sellerId: Uuid, sale: Sale, productClass: string) => TaxDecision;

/** By the sellers' own rates, and by a table for all places where they have none. */
export function tableProvider(common: readonly TableRate[] = builtInTable): TaxProvider {
  return {
    async prepare(db, sellerIds) {
      const rates = await findRates(db, sellerIds);
      return (sellerId, sale, productClass) =>
        decideTax(sale, productClass, { own: rates.get(sellerId) ?? [], common });
    },
  };
}
