import type { LedgerAccountResource } from '@florin/contracts';
import { type JournalLine, ledgerAccountOf } from './journal.ts';

/** The account number of a line in the seller's chart: from the most specific matching entry. */
export function chartAccountOf(
  line: JournalLine,
  chart: readonly LedgerAccountResource[],
): LedgerAccountResource | undefined {
  const account = ledgerAccountOf(line);
  let best: LedgerAccountResource | undefined;
  for (const each of chart)
    if (each.account_name === account && holds(each, line) && conditions(each) > conditions(best))
      best = each;
  return best;
}

/** Accounts without a number, as errors name them: `revenue (DE 7 %)`. */
export function accountsWithoutNumber(
  lines: readonly JournalLine[],
  chart: readonly LedgerAccountResource[],
): readonly string[] {
  const missing = lines
    .filter((line) => chartAccountOf(line, chart) === undefined)
    .map((line) => {
      const { country, taxRate } = line;
      const account = ledgerAccountOf(line);
      return country === '' ? account : `${account} (${country} ${taxRate} %)`;
    });
  return [...new Set(missing)].toSorted();
}

function holds(
  { country, tax_rate, tax_category }: LedgerAccountResource,
  line: JournalLine,
): boolean {
  return (
    (country === null || country === line.country) &&
    (tax_rate === null || tax_rate === line.taxRate) &&
    (tax_category === null || tax_category === line.taxCategory)
  );
}

function conditions(each: LedgerAccountResource | undefined): number {
  if (!each) return -1;
  const { country, tax_rate, tax_category } = each;
  return [country, tax_rate, tax_category].filter((condition) => condition !== null).length;
}
