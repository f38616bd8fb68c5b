import { type Place, type Supply, type VatArea, vatAreaOf } from './territory.ts';
import { parseVatId } from './vat-id.ts';

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

/** Area of one VAT law whose rates apply to a sale. */
export type TaxedArea = Pick<VatArea, 'country' | 'region'> & Partial<Pick<VatArea, 'localRates'>>;

/** Why a sale bears no tax. */
export type Untaxed =
  | 'small_business'
  | 'exempt'
  | 'reverse_charge'
  | 'intra_community'
  | 'export'
  | 'outside_scope'
  | 'not_registered';

/** Result of the rules for a sale: the area whose rates apply, or the reason for no tax. */
export type Treatment =
  | { readonly kind: 'rates'; readonly place: TaxedArea }
  | { readonly kind: 'none'; readonly why: Untaxed };

/**
 * Which area's tax a sale bears, by the general rules: the seller's for its own country; the buyer's
 * where a business of another member state owes the tax itself (Directive 2006/112/EC articles 44, 138
 * and 196), and where the One Stop Shop or a registration covers a consumer (articles 33, 58, 59c);
 * none for goods that leave the EU (article 146) and services outside it (articles 44 and 59).
 * @param isRegistered whether the seller has rates of its own for an area
 */
export function treatmentOf(
  seller: TaxedSeller,
  buyer: TaxedBuyer,
  isRegistered: (area: TaxedArea) => boolean,
  supply: Supply,
): Treatment {
  if (!seller.chargesTax) return none('small_business');
  if (buyer.exemption === 'exempt') return none('exempt');
  const from = vatAreaOf(seller, supply);
  const to = vatAreaOf(buyer, supply);
  if (from.country === to.country && !from.isOutside && !to.isOutside)
    return ratesOf(to, from.localRates === to.localRates ? to.localRates : null);
  if (from.isInEu && to.isInEu) {
    if (hasVatIdOf(buyer, to))
      return none(supply === 'goods' ? 'intra_community' : 'reverse_charge');
    return ratesOf(seller.usesOss || isRegistered(to) ? to : from);
  }
  if (isRegistered(to)) return ratesOf(to);
  if (!from.isInEu) return none('not_registered');
  return none(supply === 'goods' ? 'export' : 'outside_scope');
}

function none(why: Untaxed): Treatment {
  return { kind: 'none', why };
}

/** Rates of a part of a country that ask for a seller who is there too do not count for others. */
function ratesOf({ country, region }: VatArea, localRates: string | null = null): Treatment {
  return { kind: 'rates', place: { country, region, localRates } };
}

/** Businesses in the EU are known by an id of the member state that they are in. */
function hasVatIdOf({ taxIds }: TaxedBuyer, { country }: VatArea): boolean {
  return taxIds.some((text) => {
    const id = parseVatId(text);
    return id?.isEu === true && id.country === country;
  });
}
