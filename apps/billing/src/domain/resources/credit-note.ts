import { type CreditNoteResource, isLive, toInstant, toPublicId } from '@florin/contracts';
import { toJsonAmount } from '@florin/money';
import { type CreditNote, totalsOf } from '../invoice/credit-note.ts';
import { toBuyerParty, toSellerParty } from '../parties.ts';
import { toLineId, toTaxAmount } from './invoice.ts';

/** An issued note as clients and its event show it. */
export function toCreditNoteResource(note: CreditNote): CreditNoteResource {
  const { net, tax, taxes } = totalsOf(note);
  const { parties } = note;
  return {
    id: toPublicId('creditNote', note.id),
    object: 'credit_note',
    livemode: isLive(note.sellerId),
    document_number: note.documentNumber ?? '',
    account_id: toPublicId('account', note.sellerId),
    customer_id: note.customerReference,
    resolved_customer_id: note.customerId && toPublicId('customer', note.customerId),
    invoice_id: toPublicId('invoice', note.invoiceId),
    invoice_document_number: note.invoiceNumber,
    reason: note.reason,
    memo: note.memo,
    credit_to: note.destination,
    currency: note.currency,
    subtotal: toJsonAmount(net),
    tax: toJsonAmount(tax),
    total: toJsonAmount(note.amount),
    taxes: taxes.map(toTaxAmount),
    lines: note.lines.map((line) => ({
      line_id: toLineId(note.invoiceId, line.index),
      description: line.description,
      net_amount: toJsonAmount(line.net),
      tax_amount: toJsonAmount(line.tax),
      amount: toJsonAmount(line.gross),
    })),
    refund_id: note.refundId,
    seller: parties ? toSellerParty(parties.seller, note) : null,
    buyer: parties?.buyer ? toBuyerParty(parties.buyer) : null,
    created_at: toInstant(note.createdAt),
    issued_at: toInstant(note.issuedAt ?? note.createdAt),
  };
}
