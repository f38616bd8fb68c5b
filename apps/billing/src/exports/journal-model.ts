import { isCredit } from '../charges/model.ts';
import type { CreditNote } from '../credit-notes/model.ts';
import { documentNumberOf, type Invoice } from '../invoices/model.ts';

/** Accounts of the general journal; a bookkeeper maps them to those of their chart. */
export type JournalAccount = 'receivables' | 'revenue' | 'tax_payable' | 'customer_credit' | 'bank';

/** One side of an entry: exactly one of the two amounts, in minor units, is not zero. */
export interface JournalLine {
  readonly at: number;
  readonly document: string;
  readonly event: 'issued' | 'paid' | 'voided' | 'credited';
  readonly account: JournalAccount;
  readonly debit: bigint;
  readonly credit: bigint;
  /** Of what is taxed: `DE`, `19`. */
  readonly country: string;
  readonly taxRate: string;
}

type Side = Pick<JournalLine, 'account' | 'country' | 'taxRate'> & {
  /** Positive for what is debited. */
  readonly amount: bigint;
};

const plain = { country: '', taxRate: '' };

/** What an invoice means for the books, as debits that equal their credits. */
export function invoiceEntries(invoice: Invoice): readonly JournalLine[] {
  const { status, finalizedAt, paidAt, updatedAt, amount, lines } = invoice;
  const document = documentNumberOf(invoice) ?? '';
  if (status === 'draft' || finalizedAt === null) return [];
  const sides: Side[] = [{ account: 'receivables', amount, ...plain }];
  for (const { type, amount: gross, tax } of lines) {
    if (type === 'tax') continue;
    if (isCredit(type)) sides.push({ account: 'customer_credit', amount: -gross, ...plain });
    else sides.push(...soldSides(tax?.net ?? gross, tax?.taxes ?? [], -1n));
  }
  const issued = toLines(sides, { at: finalizedAt, document, event: 'issued' });
  if (status === 'void') {
    const back = sides.map((side) => ({ ...side, amount: -side.amount }));
    return [...issued, ...toLines(back, { at: updatedAt, document, event: 'voided' })];
  }
  if (status !== 'paid' || paidAt === null) return issued;
  const paid = amount - invoice.creditedOwed;
  const sidesOfPayment: Side[] = [
    { account: 'bank', amount: paid, ...plain },
    { account: 'receivables', amount: -paid, ...plain },
  ];
  return [...issued, ...toLines(sidesOfPayment, { at: paidAt, document, event: 'paid' })];
}

const destinations: Readonly<Record<CreditNote['destination'], JournalAccount>> = {
  invoice: 'receivables',
  balance: 'customer_credit',
  card: 'bank',
  outside: 'bank',
};

/** Likewise of what was taken back. */
export function creditNoteEntries(note: CreditNote): readonly JournalLine[] {
  const { issuedAt, documentNumber, destination, lines } = note;
  if (issuedAt === null || documentNumber === null) return [];
  const sides = lines.flatMap(({ net, taxes }) => soldSides(net, taxes, 1n));
  const total = sides.reduce((sum, { amount }) => sum + amount, 0n);
  sides.push({ account: destinations[destination], amount: -total, ...plain });
  return toLines(sides, { at: issuedAt, document: documentNumber, event: 'credited' });
}

interface Taxed {
  readonly country: string | null;
  readonly percentage: string;
  readonly amount: bigint;
}

/** Revenue and tax of a line; `sign` is -1 where they are credited. */
function soldSides(net: bigint, taxes: readonly Taxed[], sign: bigint): Side[] {
  const [first] = taxes;
  const where = { country: first?.country ?? '', taxRate: first?.percentage ?? '' };
  return [
    { account: 'revenue', amount: sign * net, ...where },
    ...taxes.map(({ country, percentage, amount }) => ({
      ...{ account: 'tax_payable' as const, amount: sign * amount },
      ...{ country: country ?? '', taxRate: percentage },
    })),
  ];
}

function toLines(
  sides: readonly Side[],
  entry: Pick<JournalLine, 'at' | 'document' | 'event'>,
): readonly JournalLine[] {
  return sides
    .filter(({ amount }) => amount !== 0n)
    .map(({ amount, ...side }) => ({
      ...entry,
      ...side,
      debit: amount > 0n ? amount : 0n,
      credit: amount < 0n ? -amount : 0n,
    }));
}
