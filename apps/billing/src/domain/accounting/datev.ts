import {
  AppError,
  type DatevSettingsResource,
  type LedgerAccountResource,
} from '@florin/contracts';
import { type Currency, exponentOf } from '@florin/money';
import { least } from '../invoice/model.ts';
import { accountsWithoutNumber, chartAccountOf } from './accounts.ts';
import type { DatevRow } from './datev-format.ts';
import type { JournalLine } from './journal.ts';

/** The lines of an entry, and the document fields they share. */
export interface Booked {
  readonly lines: readonly JournalLine[];
  readonly currency: Currency;
  /** ISO 8601. */
  readonly day: string;
  readonly document: string;
  readonly customer: string;
  /** Empty if unknown. */
  readonly vatId: string;
}

/** One debit and one credit of the same amount, in minor units. */
interface Pair {
  readonly debit: JournalLine;
  readonly credit: JournalLine;
  readonly amount: bigint;
}

/** Splits an entry into debit and credit pairs that keep the sum of each line. */
export function pairsOf(lines: readonly JournalLine[]): readonly Pair[] {
  const debits = lines.filter(({ debit }) => debit > 0n);
  const credits = lines.filter(({ credit }) => credit > 0n);
  const pairs: Pair[] = [];
  let open = { debit: debits[0]?.debit ?? 0n, credit: credits[0]?.credit ?? 0n };
  for (let d = 0, c = 0; ; ) {
    const [debit, credit] = [debits[d], credits[c]];
    if (!debit || !credit) return pairs;
    const amount = least(open.debit, open.credit);
    pairs.push({ debit, credit, amount });
    const left = { debit: open.debit - amount, credit: open.credit - amount };
    if (left.debit === 0n) d += 1;
    if (left.credit === 0n) c += 1;
    open = {
      debit: left.debit === 0n ? (debits[d]?.debit ?? 0n) : left.debit,
      credit: left.credit === 0n ? (credits[c]?.credit ?? 0n) : left.credit,
    };
  }
}

/** Ten digits before the decimal separator. */
const AMOUNT_MAX = 999_999_999_999n;

/**
 * @throws AppError invalid_request for an account without a number, or an amount that exceeds the
 * DATEV format
 */
export function datevRows(
  booked: Booked,
  chart: readonly LedgerAccountResource[],
  { account_length }: DatevSettingsResource,
): readonly DatevRow[] {
  assertNumbered(booked.lines, chart);
  const { currency, day, document, customer, vatId } = booked;
  const event = booked.lines[0]?.event ?? '';
  const shared = {
    ...{ currency, document, day: `${day.slice(8, 10)}${day.slice(5, 7)}` },
    text: [customer, event.replaceAll('_', ' ')].filter((part) => part !== '').join(', '),
  };
  return pairsOf(booked.lines).flatMap(({ debit, credit, amount }) => {
    const [debited, credited] = [debit, credit].map((line) => chartAccountOf(line, chart));
    // The posting key belongs to the contra account.
    const isTurned = Boolean(debited?.posting_key) && !credited?.posting_key;
    const [account, contra] = isTurned ? [credited, debited] : [debited, credited];
    return partsOf(amount, currency).map((part) => ({
      ...shared,
      amount: part,
      side: isTurned ? ('H' as const) : ('S' as const),
      account: numberOf(account, account_length),
      contraAccount: numberOf(contra, account_length),
      postingKey: contra?.posting_key ?? '',
      vatId: [debit, credit].some(({ taxCategory }) => taxCategory === 'AE') ? vatId : '',
    }));
  });
}

/** Maximum number of accounts in a message. */
const NAMED_MAX = 8;

/** @throws AppError invalid_request with the names of the accounts */
export function assertNumbered(
  lines: readonly JournalLine[],
  chart: readonly LedgerAccountResource[],
): void {
  const missing = accountsWithoutNumber(lines, chart);
  if (missing.length === 0) return;
  const rest = missing.length - NAMED_MAX;
  const shown = missing.slice(0, NAMED_MAX).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
  throw new AppError(
    'invalid_request',
    `accounts without a number: ${shown}: add them to accounting.ledger_accounts of the billing settings`,
  );
}

/** Personal accounts have one digit more than general ledger accounts. */
function numberOf(account: LedgerAccountResource | undefined, length: number): string {
  const number = account?.number ?? '';
  if (new RegExp(`^[0-9]{1,${length + 1}}$`).test(number)) return number;
  throw new AppError(
    'invalid_request',
    `account number ${number} of ${account?.account_name}: DATEV takes at most ${length + 1} digits, so change it in accounting.ledger_accounts of the billing settings`,
  );
}

/** Splits an amount with two decimals into parts that fit the format. */
function partsOf(amount: bigint, currency: Currency): readonly string[] {
  const exponent = exponentOf(currency);
  const cents = exponent === 3 ? amount / 10n : amount * 10n ** BigInt(2 - exponent);
  if (exponent === 3 && cents * 10n !== amount)
    throw new AppError(
      'invalid_request',
      `an amount of ${currency} has three decimals, and DATEV takes two: export the journal instead`,
    );
  const parts: string[] = [];
  for (let left = cents; left > 0n; left -= AMOUNT_MAX)
    parts.push(toComma(least(left, AMOUNT_MAX)));
  return parts;
}

function toComma(cents: bigint): string {
  const digits = cents.toString().padStart(3, '0');
  return `${digits.slice(0, -2)},${digits.slice(-2)}`;
}

/** First days of the fiscal year that contains a day, and of the next one. */
export function fiscalYearOf(
  day: string,
  { fiscal_year_start: start }: DatevSettingsResource,
): { readonly from: string; readonly next: string } {
  const year = Number(day.slice(0, 4));
  const first = day.slice(5) >= start ? year : year - 1;
  return { from: `${first}-${start}`, next: `${first + 1}-${start}` };
}
