import { type Place, type Supply, type VatArea, vatAreaOf } from './territory.ts';
import { parseVatId } from './vat-id.ts';

export interface TaxedSeller extends Place {
  /** Whether the seller charges tax. A small business may not. */
  readonly chargesTax: boolean;
  /** Whether the seller declares sales to EU consumers through the One Stop Shop. */
  readonly usesOss: boolean;
}

export interface TaxedBuyer extends Place {
  readonly taxIds: readonly string[];
  /** The buyer's exemption as entered by the seller. */
  readonly exemption: 'none' | 'exempt' | 'reverse_charge';
}

/** Area of one VAT law whose rates apply to a sale. */
export type TaxedArea = Pick<VatArea, 'country' | 'region'> & Partial<Pick<VatArea, 'localRates'>>;

/** Why a sale has no tax. */
export type Untaxed =
  | 'small_business'
  | 'exempt'
  | 'reverse_charge'
  | 'intra_community'
  | 'export'
  | 'outside_scope'
  | 'not_registered';

/** Outcome for a sale: the area whose rates apply, or the reason for no tax. */
export type Treatment =
  | { readonly kind: 'rates'; readonly place: TaxedArea }
  | { readonly kind: 'none'; readonly why: Untaxed };

/**
 * Area whose tax applies (Directive 2006/112/EC, decision 63): the seller's country, or the buyer's
 * under reverse charge (articles 44, 138, 196), One Stop Shop or registration (33, 58, 59c); none
 * for goods that leave the EU (146) and services outside it (44, 59).
 * @param isRegistered whether the seller has its own rates for an area
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

/** Local rates that require */
function ratesOf({ country, region }: VatArea, localRates: string | null = null): Treatment {
  return { kind: 'rates', place: { country, region, localRates } };
}

/** EU businesses are identified by a VAT ID of their member state. */
function hasVatIdOf({ taxIds }: TaxedBuyer, { country }: VatArea): boolean {
  return taxIds.some((text) => {
    const id = parseVatId(text);
    return id?.isEu === true && id.country === country;
  });
}
