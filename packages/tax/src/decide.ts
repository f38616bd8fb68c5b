import type { Rate, TaxCategory } from './model.ts';
import {
  type TaxedArea,
  type TaxedBuyer,
  type TaxedSeller,
  type Treatment,
  treatmentOf,
  type Untaxed,
} from './place.ts';
import { isUntaxedClass, isValidOn, ratesOn, type TableRate } from './table.ts';
import type { Supply } from './territory.ts';

/** Facts about a sale when it is taxed. */
export interface Sale {
  readonly seller: TaxedSeller;
  readonly buyer: TaxedBuyer;
  /** Day of the supply (ISO 8601) in the seller's time zone. */
  readonly day: string;
}

/** The seller's own rates, and the table for products without one. */
export interface RateTables {
  readonly own: readonly TableRate[];
  readonly common: readonly TableRate[];
}

/** A sold product, as far as its tax depends on it. */
export interface Product {
  readonly taxClass: string;
  readonly supply: Supply;
}

/** Taxes of a product in a sale, or the reason for no tax. */
export interface TaxDecision {
  readonly rates: readonly Rate[];
  readonly treatment: Treatment;
  /** Whether tax is owed in a country without any known rate. */
  readonly isMissing?: true;
}

const categoryOf: Readonly<Record<Untaxed, TaxCategory>> = {
  small_business: 'E',
  exempt: 'E',
  reverse_charge: 'AE',
  intra_community: 'K',
  export: 'G',
  outside_scope: 'O',
  not_registered: 'O',
};

/** Decides which taxes apply to a product in a sale. A pure function. */
export function decideTax(
  { seller, buyer, day }: Sale,
  { taxClass, supply }: Product,
  { own, common }: RateTables,
): TaxDecision {
  const treatment = treatmentOf(
    seller,
    buyer,
    (area) => ratesOn(own, area, taxClass, day).length > 0,
    supply,
  );
  if (treatment.kind === 'none') {
    const category = categoryOf[treatment.why];
    return { treatment, rates: [untaxed(category, buyer)] };
  }
  const { place } = treatment;
  if (isUntaxedClass(taxClass))
    return { treatment, rates: [untaxed(taxClass === 'zero' ? 'Z' : 'E', place)] };
  const found = ratesOn(own, place, taxClass, day);
  const rates = found.length > 0 ? found : ratesOn(common, place, taxClass, day);
  if (rates.length === 0) {
    const isKnown = [...own, ...common].some(
      (rate) => rate.country === place.country && isValidOn(rate, day),
    );
    return {
      treatment,
      rates: [untaxed('O', place)],
      ...(!isKnown && { isMissing: true as const }),
    };
  }
  return {
    treatment,
    rates: rates.map(({ name, percentage, country, region: code }) => ({
      name,
      percentage,
      category: percentage === '0' ? 'Z' : 'S',
      country,
      region: code !== null && code === place.localRates ? place.region : code,
    })),
  };
}

function untaxed(category: TaxCategory, { country, region }: TaxedArea): Rate {
  return { name: 'VAT', percentage: '0', category, country, region };
}
