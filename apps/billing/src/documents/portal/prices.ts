import { formatAmount } from '@florin/money';
import type { Kysely } from 'kysely';
import type { Terms } from '../../domain/price.ts';
import { shownPriceOf } from '../../domain/shown-price.ts';
import type { BillingTables } from '../../schema.ts';
import { readSales } from '../../tax/sales/read.ts';
import type { Portal } from './open.ts';

/** Formats the price of a period for a portal customer. */
export type WritePrice = (terms: Terms) => string;

export async function readPrices(
  db: Kysely<BillingTables>,
  { session, customer, locale }: Portal,
): Promise<WritePrice> {
  const { sellerId } = session;
  const parties = { sellerId, customerId: customer.id, payerAccountId: null };
  const sale = (await readSales(db, [parties]))(parties, Date.now());
  return (terms) => {
    const { amount, isPlusTax } = shownPriceOf(terms, sale);
    const price = formatAmount(amount, terms.plan.currency, locale.tag);
    return isPlusTax ? locale.texts.plusTax(price) : price;
  };
}
