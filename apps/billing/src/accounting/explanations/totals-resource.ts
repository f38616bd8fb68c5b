import { type ExplanationResource, toPublicId, type Uuid } from '@florin/contracts';
import { toJsonAmount } from '@florin/money';
import type { AmountPart, ExplainedAmount } from '../../domain/explanation/totals.ts';
import { toLineId, toTaxAmount } from '../../domain/resources/invoice.ts';

type AmountResource = ExplanationResource['amounts'][number];

export function toExplainedAmount(explained: ExplainedAmount, invoiceId: Uuid): AmountResource {
  const { name, rate, rounding, amount, parts } = explained;
  return {
    object: 'explained_amount',
    name,
    rate: rate && toTaxAmount(rate),
    rounding,
    amount: toJsonAmount(amount),
    recomputed_amount: toJsonAmount(parts.reduce((sum, part) => sum + part.amount, 0n)),
    parts: parts.map((part) => ({
      type: part.type,
      ...{ source_id: null, name: null, percentage: null, taxable_amount: null },
      ...toSource(part, invoiceId),
      amount: toJsonAmount(part.amount),
    })),
  };
}

/** Fields that name the source of a part. */
function toSource(part: AmountPart, invoiceId: Uuid): Partial<AmountResource['parts'][number]> {
  switch (part.type) {
    case 'line':
      return {
        source_id: toLineId(invoiceId, part.index),
        taxable_amount: part.taxable === null ? null : toJsonAmount(part.taxable),
      };
    case 'tax_rate':
      return { name: part.rate.name, percentage: part.rate.percentage };
    case 'amount':
      return { name: part.name };
    case 'credit_note':
      return { source_id: toPublicId('creditNote', part.note.id) };
    case 'payment':
      return { name: part.reference };
    case 'credit_returned':
    case 'given_up':
    case 'overpaid':
      return {};
    default:
      return part satisfies never;
  }
}
