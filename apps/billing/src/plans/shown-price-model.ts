import { grossByRates, includesTax } from '../tax/model.ts';
import type { KnownSale } from '../tax/sale-model.ts';
import { verifiedIds } from '../tax-ids/model.ts';
import { type PricedTerms, priceOf } from './model.ts';

/** The price of a period as its customer is shown it. */
export interface ShownPrice {
  /** Minor units. */
  readonly amount: bigint;
  /** Whether tax is charged on top of it. */
  readonly isPlusTax: boolean;
}

/**
 * Consumers see prices with tax, businesses (with a verified VAT id) without; so does every customer of a
 * seller with a tax engine, which is asked for previews and charges alone.
 */
export function shownPriceOf(terms: PricedTerms, sale: KnownSale | undefined): ShownPrice {
  const net = priceOf(terms);
  if (sale?.taxed?.calculate)
    return { amount: net, isPlusTax: !includesTax(terms.plan, sale.taxed) };
  const gross = grossByRates(terms, sale?.taxed);
  const isBusiness = verifiedIds(sale?.parties.buyer?.taxIds ?? []).length > 0;
  return isBusiness && gross > net
    ? { amount: net, isPlusTax: true }
    : { amount: gross, isPlusTax: false };
}
