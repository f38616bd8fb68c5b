import { itemsOf, type PricedTerms, priceOf } from './price.ts';
import { grossByRates, includesTax } from './tax/charges.ts';
import { verifiedIds } from './tax/ids.ts';
import type { KnownSale } from './tax/sale.ts';

/** The price of a period as shown to its customer. */
export interface ShownPrice {
  /** Minor units. */
  readonly amount: bigint;
  /** Whether tax is charged on top of it. */
  readonly isPlusTax: boolean;
}

/**
 * Consumers see prices with tax, businesses (with a verified VAT ID) without. With a tax engine all
 * customers see prices without, because the engine is only called for previews and charges.
 */
export function shownPriceOf(terms: PricedTerms, sale: KnownSale | undefined): ShownPrice {
  const net = priceOf(terms);
  const taxed = sale?.taxed;
  if (taxed?.calculate)
    return {
      amount: net,
      isPlusTax: !itemsOf(terms).every(({ plan }) => includesTax(plan, taxed)),
    };
  const gross = grossByRates(terms, taxed);
  const isBusiness = verifiedIds(sale?.parties.buyer?.taxIds ?? []).length > 0;
  return isBusiness && gross > net
    ? { amount: net, isPlusTax: true }
    : { amount: gross, isPlusTax: false };
}
