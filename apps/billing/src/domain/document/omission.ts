import type { EInvoiceOmission } from '@florin/contracts';
import { exponentOf } from '@florin/money';
import { groupsOf } from '../discount/groups.ts';
import type { SalesDocument } from './model.ts';

type Subject = Pick<SalesDocument, 'seller' | 'buyer' | 'lines' | 'currency'>;

/** Reason why EN 16931 cannot represent a document; null if it can, or for a draft if it will. */
export function eInvoiceOmission({
  seller,
  buyer,
  lines: all,
  currency,
}: Subject): EInvoiceOmission | null {
  const lines = groupsOf(all).map(({ line }) => line);
  if (!seller.address) return 'no_seller_address';
  if (!seller.taxIds?.some(({ type }) => type === 'vat')) return 'no_seller_vat_id';
  // BT-55 is mandatory (BR-11), and the seller's country would be a guess.
  if (!buyer?.address) return 'no_buyer_address';
  if (lines.length === 0 || lines.some(({ taxes }) => taxes.length === 0)) return 'untaxed_line';
  if (lines.some(({ taxes }) => taxes.length > 1)) return 'several_taxes';
  // BR-O-11: lines outside the scope of VAT must not be mixed with others.
  const categories = new Set(lines.map(({ taxes }) => taxes[0]?.category));
  if (categories.has('O') && categories.size > 1) return 'mixed_outside_scope';
  return exponentOf(currency) > 2 ? 'currency_decimals' : null;
}
