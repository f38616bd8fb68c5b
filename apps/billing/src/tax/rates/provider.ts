import type { Uuid } from '@florin/contracts';
import {
  builtInTable,
  decideTax,
  type Product,
  parseTable,
  type Sale,
  type TableRate,
  type TaxDecision,
} from '@florin/tax';
import type { Kysely } from 'kysely';
import type { BillingTables } from '../../schema.ts';
import { findRates, findTable } from './queries.ts';

/**
 * Source of taxes. Called once for all sales of a batch while subscriptions are locked, so a
 * provider that uses an external engine answers from stored results.
 */
export interface TaxProvider {
  prepare(db: Kysely<BillingTables>, sellerIds: readonly Uuid[]): Promise<DecideSale>;
}

export type DecideSale = (sellerId: Uuid, sale: Sale, product: Product) => TaxDecision;

/** Uses the sellers' own rates, or else the operator's table or Florin's. */
function tableProvider(): TaxProvider {
  const read = makeReadTable();
  return {
    async prepare(db, sellerIds) {
      const rates = await findRates(db, sellerIds);
      const common = read(await findTable(db));
      return (sellerId, sale, product) =>
        decideTax(sale, product, { own: rates.get(sellerId) ?? [], common });
    },
  };
}

/** Caches the parsed table until its text changes: it has thousands of rows. */
function makeReadTable(): (text: string | undefined) => readonly TableRate[] {
  let last: { readonly text: string; readonly table: readonly TableRate[] } | undefined;
  return (text) => {
    if (text === undefined) return builtInTable;
    if (last?.text !== text) last = { text, table: parseTable(text) };
    return last.table;
  };
}

/** The provider of this process, which caches the operator's table. */
export const taxProvider: TaxProvider = tableProvider();
