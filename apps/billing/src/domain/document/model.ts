import { toPublicId } from '@florin/contracts';
import type { Currency, UnitPrice } from '@florin/money';
import type { LineTax, TaxCategory } from '@florin/tax';
import { isBought, type Line, type LineDiscount } from '../charge.ts';
import { type CreditNote, totalsOf } from '../invoice/credit-note.ts';
import { documentNumberOf, type Invoice, paidOf } from '../invoice/model.ts';
import type { Buyer, InvoiceParties } from '../parties.ts';
import { boughtBy } from '../tax/charges.ts';

/** Used if an account has no seller profile. */
export interface Fallback {
  readonly name: string | undefined;
  readonly timezone: string | undefined;
}

/** A line as readers see it. Amounts are minor units. */
export interface DocumentLine {
  readonly type: Line['type'] | 'credited';
  /** Product name; null if only the type describes the line. */
  readonly name: string | null;
  readonly quantity: number | null;
  /** Null if the line has no price of its own. */
  readonly unitAmount: UnitPrice | null;
  readonly amount: bigint;
  /** Taxed lines: the amount without tax. Other lines: the amount. */
  readonly net: bigint;
  readonly taxes: readonly LineTax[];
  /** Milliseconds since 1970; null if the line has no period. */
  readonly span: { readonly startAt: number; readonly endAt: number } | null;
}

/** An invoice or a credit note with everything that is shown, printed and sent. */
export interface SalesDocument {
  readonly kind: 'invoice' | 'credit_note';
  readonly id: string;
  /** Null on drafts. */
  readonly number: string | null;
  /** Number of the invoice that a credit note takes back. */
  readonly ofInvoice: string | null;
  readonly status: Invoice['status'] | null;
  readonly currency: Currency;
  readonly timezone: string;
  readonly issuedAt: number | null;
  readonly dueAt: number | null;
  readonly paidAt: number | null;
  readonly seller: Partial<Omit<InvoiceParties['seller'], 'legalName'>> & { readonly name: string };
  readonly buyer: Buyer | null;
  /** The seller's name for the buyer, used if nothing else is known. */
  readonly buyerReference: string;
  /** Purchased or credited lines. */
  readonly lines: readonly DocumentLine[];
  readonly net: bigint;
  readonly taxes: readonly LineTax[];
  readonly gross: bigint;
  /**
   * Credit that was applied or granted, amounts that credit notes took back, and payments of a part;
   * each changes the amount due.
   */
  readonly credits: readonly {
    readonly type: 'credit_applied' | 'credit_granted' | 'credit_returned' | 'credited' | 'payment';
    readonly amount: bigint;
  }[];
  readonly due: bigint;
  readonly memo: string | null;
  /** Reasons for charging no tax. */
  readonly notes: readonly TaxCategory[];
}

export function invoiceDocument(invoice: Invoice, fallback: Fallback): SalesDocument {
  const { lines, parties, status, amount, creditedOwed } = invoice;
  // A void invoice keeps its sums; nothing is due.
  const creditReturned = status === 'void' ? 0n : invoice.standing.creditReturned;
  const { net, gross, taxes } = boughtBy(lines);
  const credits = lines.flatMap(({ type, amount }) =>
    type === 'credit_applied' || type === 'credit_granted' ? [{ type, amount }] : [],
  );
  const taken = creditedOwed > 0n ? [{ type: 'credited' as const, amount: -creditedOwed }] : [];
  const returned =
    creditReturned > 0n ? [{ type: 'credit_returned' as const, amount: creditReturned }] : [];
  const isOwed = status === 'open' || status === 'uncollectible';
  const paid = isOwed ? paidOf(invoice) : 0n;
  const parts = paid > 0n ? [{ type: 'payment' as const, amount: -paid }] : [];
  return {
    kind: 'invoice',
    id: toPublicId('invoice', invoice.id),
    number: documentNumberOf(invoice),
    ofInvoice: null,
    status,
    currency: invoice.currency,
    issuedAt: invoice.finalizedAt,
    dueAt: status === 'open' || status === 'draft' ? invoice.dueAt : null,
    paidAt: invoice.paidAt,
    ...between(parties, invoice, fallback),
    lines: lines.filter(isBought).map(toDocumentLine),
    net,
    taxes,
    gross,
    credits: [...credits, ...taken, ...returned, ...parts],
    due: amount - creditedOwed + creditReturned - paid,
    memo: invoice.memo,
    notes: notesOf(taxes),
  };
}

export function creditNoteDocument(note: CreditNote, fallback: Fallback): SalesDocument {
  const { net, taxes, gross } = totalsOf(note);
  return {
    kind: 'credit_note',
    id: toPublicId('creditNote', note.id),
    number: note.documentNumber,
    ofInvoice: note.invoiceNumber,
    status: null,
    currency: note.currency,
    issuedAt: note.issuedAt,
    dueAt: null,
    paidAt: null,
    ...between(note.parties, note, fallback),
    lines: note.lines.map((line) => ({
      type: 'credited',
      name: line.description,
      quantity: null,
      unitAmount: null,
      amount: line.gross,
      net: line.net,
      taxes: line.taxes,
      span: null,
    })),
    net,
    taxes,
    gross,
    credits: [],
    due: gross,
    memo: note.memo,
    notes: notesOf(taxes),
  };
}

function between(
  parties: InvoiceParties | null,
  { sellerId, customerReference }: Pick<Invoice, 'sellerId' | 'customerReference'>,
  { name, timezone }: Fallback,
) {
  const { legalName, ...seller } = parties?.seller ?? { legalName: null };
  return {
    seller: { ...seller, name: legalName ?? name ?? toPublicId('account', sellerId) },
    buyer: parties?.buyer ?? null,
    buyerReference: customerReference,
    timezone: parties?.seller.timezone ?? timezone ?? 'UTC',
  };
}

function toDocumentLine(line: Line): DocumentLine {
  const { type, planId, quantity, unitAmount, amount, startAt, endAt, tax, discount } = line;
  return {
    type,
    // Lines of earlier versions only have the id of their plan.
    name: line.description ?? (discount ? toPercent(discount) : planId),
    quantity: discount ? null : quantity,
    unitAmount: discount ? null : unitAmount,
    amount,
    net: tax?.net ?? amount,
    taxes: tax?.taxes ?? [],
    span: { startAt, endAt },
  };
}

/** A discount without a name shows its percentage. */
function toPercent({ off }: LineDiscount): string {
  return off.kind === 'percent' ? `${off.percent} %` : '';
}

/** Notes that zero rates require. */
function notesOf(taxes: readonly LineTax[]): readonly TaxCategory[] {
  const silent: readonly TaxCategory[] = ['S', 'Z'];
  return [...new Set(taxes.map(({ category }) => category))].filter(
    (each) => !silent.includes(each),
  );
}
