import type { ledgerAccountNames } from '@florin/contracts';
import type { LineTax, TaxCategory } from '@florin/tax';
import type { CashPlace, EntryKind, Posting, StoredEntry } from '../books/model.ts';

/** Accounts of the general journal. */
type JournalAccount = Exclude<Posting['account'], 'cash'> | 'bank' | 'processor_fees';

/** Accounts that a bookkeeper maps to their chart. */
export type LedgerAccount = (typeof ledgerAccountNames)[number];

/** One side of an entry: exactly one of the two amounts, in minor units, is not zero. */
export interface JournalLine {
  readonly document: string;
  readonly event: string;
  readonly account: JournalAccount;
  readonly debit: bigint;
  readonly credit: bigint;
  /** Country, rate and category of tax, on revenue and tax: `DE`, `19`, `S`. */
  readonly country: string;
  readonly taxRate: string;
  readonly taxCategory: TaxCategory | '';
  /** Place of the money; set on `bank`. */
  readonly place: CashPlace | '';
}

/** Journal names of entries, and of entries that reverse them. */
const events: Readonly<Record<EntryKind, readonly [done: string, undone: string]>> = {
  finalized: ['issued', 'issued'],
  paid: ['paid', 'paid'],
  credit_returned: ['credit_returned', 'credit_returned'],
  overpaid: ['overpaid', 'overpaid'],
  credited: ['credited', 'credited'],
  voided: ['voided', 'reinstated'],
  written_off: ['written_off', 'recovered'],
  granted: ['credit_granted', 'credit_granted'],
  refunded: ['refunded', 'refund_failed'],
  withheld: ['disputed', 'dispute_decided'],
  lost: ['dispute_lost', 'dispute_reversed'],
  recredited: ['refund_failed', 'refund_failed'],
  credit_adjusted: ['credit_granted', 'credit_taken_back'],
  credit_expired: ['credit_expired', 'credit_expired'],
};

/** An entry of the books as balanced lines; revenue has one line for each rate. */
export function journalLines(entry: StoredEntry): readonly JournalLine[] {
  const { kind, document, amount, postings } = entry;
  const isUndone = amount < 0n || (kind === 'voided' && takesBackDebt(postings));
  const event = events[kind][isUndone ? 1 : 0];
  return withRevenueByRate(postings)
    .filter((posting) => posting.amount !== 0n)
    .map(({ account, amount, tax, place }) => ({
      ...{ document, event, account: account === 'cash' ? 'bank' : account },
      debit: amount > 0n ? amount : 0n,
      credit: amount < 0n ? -amount : 0n,
      ...{ country: tax?.country ?? '', taxRate: tax?.percentage ?? '' },
      ...{ taxCategory: tax?.category ?? '', place: place ?? '' },
    }));
}

/**
 * A fee or a payout as lines. A payout moves money from the processor to the seller's bank; money
 * that comes back swaps the sides.
 * @param movement its amount is negative for money that left the balance
 */
export function movementLines(
  kind: 'fee' | 'payout',
  { amount, subject: document }: { readonly amount: bigint; readonly subject: string },
): readonly JournalLine[] {
  const isBack = amount > 0n;
  const size = isBack ? amount : -amount;
  const untaxed = { country: '', taxRate: '', taxCategory: '' } as const;
  const common = { document, event: isBack ? `${kind}_returned` : kind, ...untaxed };
  const target = kind === 'fee' ? 'processor_fees' : 'bank';
  const sides = (isDebit: boolean) => ({ debit: isDebit ? size : 0n, credit: isDebit ? 0n : size });
  return [
    { ...common, account: target, place: kind === 'fee' ? '' : 'outside', ...sides(!isBack) },
    { ...common, account: 'bank', place: 'processor', ...sides(isBack) },
  ];
}

/** Account of a line, as a bookkeeper's chart distinguishes them. */
export function ledgerAccountOf({ account, place }: JournalLine): LedgerAccount {
  return account === 'bank' ? `cash_${place === '' ? 'processor' : place}` : account;
}

/**
 * Splits revenue by the taxable amounts of each rate; the rest is untaxed. With several taxes on
 * one line these amounts overlap, so revenue names the first rate.
 */
function withRevenueByRate(postings: readonly Posting[]): readonly Posting[] {
  const revenue = postings.filter(({ account }) => account === 'revenue');
  const taxes = postings.flatMap(({ tax }) => tax ?? []);
  const [first] = taxes;
  if (revenue.length === 0 || !first) return postings;
  const total = revenue.reduce((sum, { amount }) => sum + amount, 0n);
  const taxable = taxes.reduce((sum, tax) => sum + tax.taxable, 0n);
  const rest = total - taxable;
  if (taxable * total < 0n || rest * total < 0n || (total === 0n && rest !== 0n))
    return postings.map((each) => (each.account === 'revenue' ? { ...each, tax: first } : each));
  const byRate = [...Map.groupBy(taxes, rateOf).values()].map((same): Posting => {
    const amount = same.reduce((sum, tax) => sum + tax.taxable, 0n);
    return { account: 'revenue', amount, tax: same[0] ?? first };
  });
  const others = postings.filter(({ account }) => account !== 'revenue');
  const at = postings.findIndex(({ account }) => account === 'revenue');
  const sold: readonly Posting[] = [...byRate, { account: 'revenue', amount: rest }];
  return [...others.slice(0, at), ...sold, ...others.slice(at)];
}

function rateOf({ country, percentage, category }: LineTax): string {
  return `${country} ${percentage} ${category}`;
}

/** Whether a payment reopens the debt of a void invoice. */
function takesBackDebt(postings: readonly Posting[]): boolean {
  return postings.some(({ account, amount }) => account === 'receivables' && amount > 0n);
}
