import { toInstant, toPublicId } from '@florin/contracts';
import { type Currency, toDecimal } from '@florin/money';
import type { LineTax } from '@florin/tax';
import { totalsOf } from '../../domain/invoice/credit-note.ts';
import {
  creditAppliedTo,
  documentNumberOf,
  type Invoice,
  openOf,
  paidOf,
} from '../../domain/invoice/model.ts';
import { paymentsOf } from '../../domain/invoice/payments.ts';
import { boughtBy } from '../../domain/tax/charges.ts';
import type { ExportRow } from './csv.ts';
import { PAGE, type Source } from './rows.ts';
import { buyerColumns, readCreditNotes, readInvoices } from './sold.ts';

const at = (instant: number | null) => (instant === null ? null : toInstant(instant));

export const invoiceSource: Source = {
  columns: [
    ...['id', 'number', 'status', 'customer', 'customer_id', 'currency', 'subtotal', 'tax'],
    ...['total', 'amount_due', 'amount_remaining', 'issued_at', 'due_at', 'paid_at'],
    ...['customer_country', 'customer_vat_ids', 'taxes', 'paid_from', 'payment_reference'],
    ...['credit_applied', 'amount_paid', 'amount_credited', 'amount_refunded', 'amount_disputed'],
  ],
  amounts: [
    ...['subtotal', 'tax', 'total', 'amount_due', 'amount_remaining', 'credit_applied'],
    ...['amount_paid', 'amount_credited', 'amount_refunded', 'amount_disputed'],
  ],
  async read({ db }, wanted) {
    const { items, next } = await readInvoices(db, wanted, PAGE);
    return { rows: items.map(toRow), next };
  },
};

function toRow(invoice: Invoice): ExportRow {
  const { lines, customerId, status, standing, currency } = invoice;
  const { net, tax, gross, taxes } = boughtBy(lines);
  const payments = paymentsOf(invoice);
  const references = payments.flatMap(({ reference }) => reference ?? []);
  return {
    ...{ id: toPublicId('invoice', invoice.id), number: documentNumberOf(invoice), status },
    ...buyerColumns(invoice),
    customer_id: customerId === null ? null : toPublicId('customer', customerId),
    ...{ currency, subtotal: net, tax, total: gross, taxes: taxesText(taxes, currency) },
    amount_due: invoice.amount,
    amount_remaining: status === 'open' || status === 'uncollectible' ? openOf(invoice) : 0n,
    ...{ issued_at: at(invoice.finalizedAt), due_at: at(invoice.dueAt) },
    paid_at: at(invoice.paidAt),
    paid_from: [...new Set(payments.map(({ place }) => place))].join(' | ') || null,
    payment_reference: references.join(' | ') || null,
    ...{ credit_applied: creditAppliedTo(invoice), amount_paid: paidOf(invoice) },
    ...{ amount_credited: invoice.credited, amount_refunded: standing.refunded },
    amount_disputed: standing.withheld + standing.lost,
  };
}

export const creditNoteSource: Source = {
  columns: [
    ...['id', 'number', 'invoice_id', 'invoice_number', 'customer', 'customer_id'],
    ...['customer_country', 'customer_vat_ids', 'reason', 'credit_to', 'refund_id', 'currency'],
    ...['subtotal', 'tax', 'total', 'taxes', 'issued_at'],
  ],
  amounts: ['subtotal', 'tax', 'total'],
  async read({ db }, wanted) {
    const { items, next } = await readCreditNotes(db, wanted, PAGE);
    const rows = items.map((note): ExportRow => {
      const { net, tax, gross, taxes } = totalsOf(note);
      const { currency, customerId, reason, destination: credit_to, refundId: refund_id } = note;
      return {
        ...{ id: toPublicId('creditNote', note.id), number: note.documentNumber },
        invoice_id: toPublicId('invoice', note.invoiceId),
        ...{ invoice_number: note.invoiceNumber, ...buyerColumns(note) },
        customer_id: customerId === null ? null : toPublicId('customer', customerId),
        ...{ reason, credit_to, refund_id, currency, subtotal: net, tax, total: gross },
        ...{ taxes: taxesText(taxes, currency), issued_at: at(note.issuedAt) },
      };
    });
    return { rows, next };
  },
};

/** Tax of each rate: `DE 19% S: 19.00 of 100.00`, with ` | ` between rates. */
function taxesText(taxes: readonly LineTax[], currency: Currency): string | null {
  const texts = taxes.map(({ country, region, percentage, category, taxable, amount }) => {
    const place = region === null ? country : `${country}-${region}`;
    const [tax, net] = [amount, taxable].map((each) => toDecimal(each, currency));
    return `${place} ${percentage}% ${category}: ${tax} of ${net}`;
  });
  return texts.length === 0 ? null : texts.join(' | ');
}
