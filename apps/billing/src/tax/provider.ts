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
import type { BillingTables } from '../schema.ts';
import { findRates, findTable } from './queries.ts';

/**
 * Who says which taxes sales bear. Asked once for all sales of a batch, while subscriptions are locked:
 * one that asks an engine elsewhere answers from what that has said before.
 */
export interface TaxProvider {
  prepare(db: Kysely<BillingTables>, sellerIds: readonly Uuid[]): Promise<DecideSale>;
}

export type DecideSale = (sellerId: Uuid, sale: Sale, product: Product) => TaxDecision;

/** By the sellers' own rates, and for places where they have none by the operator's table, or ours. */
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

/** Reads a table once for as long as it stays the same: it is thousands of rates long. */
function makeReadTable(): (text: string | undefined) => readonly TableRate[] {
  let last: { readonly text: string; readonly table: readonly TableRate[] } | undefined;
  return (text) => {
    if (text === undefined) return builtInTable;
    if (last?.text !== text) last = { text, table: parseTable(text) };
    return last.table;
  };
}

/** The provider of this process: it reads the operator's table once. */
export const taxProvider: TaxProvider = tableProvider();
