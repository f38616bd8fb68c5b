import { isEuCountry, parseVatId } from './vat-id.ts';

/** Where somebody is, as far as taxes ask. */
export interface Place {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** Of ISO 3166-2 what follows the hyphen. */
  readonly region: string | null;
}

export interface TaxedSeller extends Place {
  /** Whether it charges tax at all: a small business may not. */
  readonly chargesTax: boolean;
  /** Whether it declares sales to consumers elsewhere in the EU by the One Stop Shop. */
  readonly usesOss: boolean;
}

export interface TaxedBuyer extends Place {
  readonly taxIds: readonly string[];
  /** What its seller knows of it. */
  readonly exemption: 'none' | 'exempt' | 'reverse_charge';
}

/** What decides about the tax of a sale: a place whose rates apply, or why there is none. */
export type Treatment =
  | { readonly kind: 'rates'; readonly place: Place }
  | {
      readonly kind: 'none';
      readonly why: 'small_business' | 'exempt' | 'reverse_charge' | 'export' | 'not_registered';
    };

/**
 * Which place's tax a sale of a service or of goods bears, by the general rules: where the seller is
 * for its own country; where a business is that owes the tax itself (Directive 2006/112/EC articles
 * 44, 138 and 196); where a consumer is whom the One Stop Shop or a registration covers (articles
 * 33, 58, 59c); nowhere for what leaves the EU (articles 59 and 146).
 * @param isRegistered whether the seller has rates of its own for a place.
 */
export function treatmentOf(
  seller: TaxedSeller,
  buyer: TaxedBuyer,
  isRegistered: (place: Place) => boolean,
): Treatment {
  if (!seller.chargesTax) return { kind: 'none', why: 'small_business' };
  if (buyer.exemption === 'exempt') return { kind: 'none', why: 'exempt' };
  if (buyer.exemption === 'reverse_charge') return { kind: 'none', why: 'reverse_charge' };
  const from = vatPlace(seller);
  const to = vatPlace(buyer);
  if (from.country === to.country && !isOutside(to)) return { kind: 'rates', place: to };
  if (isInEu(from) && isInEu(to)) {
    if (hasEuVatId(buyer, to.country)) return { kind: 'none', why: 'reverse_charge' };
    return { kind: 'rates', place: seller.usesOss || isRegistered(to) ? to : from };
  }
  if (isRegistered(to)) return { kind: 'rates', place: to };
  return { kind: 'none', why: isInEu(from) ? 'export' : 'not_registered' };
}

/** Businesses in the EU are known by an id of the country that they are in. */
function hasEuVatId({ taxIds }: TaxedBuyer, country: string): boolean {
  return taxIds.some((text) => {
    const id = parseVatId(text);
    return id?.isEu === true && id.country === country;
  });
}

/** For VAT, Monaco is French and the Isle of Man British (Directive 2006/112/EC article 7). */
function vatPlace({ country, region }: Place): Place {
  if (country === 'MC') return { country: 'FR', region: null };
  if (country === 'IM') return { country: 'GB', region: null };
  return { country, region };
}

/** Parts of member states where no VAT of the EU is owed (Directive 2006/112/EC article 6). */
const outside: Readonly<Record<string, ReadonlySet<string>>> = {
  ES: new Set(['CN', 'GC', 'TF', 'CE', 'ML']),
  FI: new Set(['01']),
  GR: new Set(['69']),
};

function isOutside({ country, region }: Place): boolean {
  return region !== null && (outside[country]?.has(region) ?? false);
}

function isInEu(place: Place): boolean {
  return isEuCountry(place.country) && !isOutside(place);
}
