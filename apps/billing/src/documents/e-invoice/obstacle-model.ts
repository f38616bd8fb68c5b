import type { EInvoiceObstacle } from '@florin/contracts';
import { exponentOf } from '@florin/money';
import type { SalesDocument } from '../model.ts';

type Subject = Pick<SalesDocument, 'seller' | 'lines' | 'currency'>;

/** Reason why the norm (EN 16931) has no room for a document; null where it has, or will have for a draft. */
export function eInvoiceObstacle({ seller, lines, currency }: Subject): EInvoiceObstacle | null {
  if (!seller.address) return 'no_seller_address';
  if (!seller.taxIds?.some(({ type }) => type === 'vat')) return 'no_seller_vat_id';
  if (lines.length === 0 || lines.some(({ taxes }) => taxes.length === 0)) return 'untaxed_line';
  if (lines.some(({ taxes }) => taxes.length > 1)) return 'several_taxes';
  // BR-O-11: nothing else is beside lines outside the scope of VAT.
  const categories = new Set(lines.map(({ taxes }) => taxes[0]?.category));
  if (categories.has('O') && categories.size > 1) return 'mixed_outside_scope';
  return exponentOf(currency) > 2 ? 'currency_decimals' : null;
}
