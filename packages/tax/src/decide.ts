import type { Rate, TaxCategory } from './model.ts';
import { type TaxedBuyer, type TaxedSeller, type Treatment, treatmentOf } from './place.ts';
import { isUntaxedClass, ratesOn, type TableRate } from './table.ts';

/** What is known when a sale is taxed. */
export interface Sale {
  readonly seller: TaxedSeller;
  readonly buyer: TaxedBuyer;
  /** Of the supply (ISO 8601, by the seller's calendar). */
  readonly day: string;
}

/** The rates by which lines are taxed: the seller's own, and of what it has none, the table's. */
export interface RateTables {
  readonly own: readonly TableRate[];
  readonly common: readonly TableRate[];
}

/** The taxes of a class of products in a sale, and why where there is none. */
export interface TaxDecision {
  readonly rates: readonly Rate[];
  readonly treatment: Treatment;
}

const categoryOf: Readonly<Record<Extract<Treatment, { kind: 'none' }>['why'], TaxCategory>> = {
  small_business: 'E',
  exempt: 'E',
  reverse_charge: 'AE',
  export: 'G',
  not_registered: 'O',
};

/** Decides which taxes products of a class bear in a sale; touches nothing. */
export function decideTax(
  { seller, buyer, day }: Sale,
  productClass: string,
  { own, common }: RateTables,
): TaxDecision {
  const treatment = treatmentOf(
    seller,
    buyer,
    (place) => ratesOn(own, place, productClass, day).length > 0,
  );
  if (treatment.kind === 'none') {
    const category = categoryOf[treatment.why];
    return { treatment, rates: [untaxed(category, buyer)] };
  }
  const { place } = treatment;
  if (isUntaxedClass(productClass))
    return { treatment, rates: [untaxed(productClass === 'zero' ? 'Z' : 'E', place)] };
  const found = ratesOn(own, place, productClass, day);
  const rates = found.length > 0 ? found : ratesOn(common, place, productClass, day);
  if (rates.length === 0) return { treatment, rates: [untaxed('O', place)] };
  return {
    treatment,
    rates: rates.map(({ name, percentage, country, region }) => ({
      name,
      percentage,
      category: percentage === '0' ? 'Z' : 'S',
      country,
      region,
    })),
  };
}

function untaxed(
  category: TaxCategory,
  { country, region }: { readonly country: string; readonly region: string | null },
): Rate {
  return { name: 'VAT', percentage: '0', category, country, region };
}
