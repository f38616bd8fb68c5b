import type { Line } from '../charge.ts';
import type { LineOfTax } from './line.ts';

/** A reversed part of a reported sale; minor units, by line reference. */
export interface ReportLine {
  readonly reference: string;
  /** Including tax if the price includes it. */
  readonly amount: bigint;
  readonly tax: bigint;
}

/** An invoice line, or the part of one that a credit note takes back. */
interface Part {
  readonly line: Line;
  readonly net: bigint;
  readonly tax: bigint;
}

/** Parts that cover whole lines. */
export function wholeLines(lines: readonly Line[]): readonly Part[] {
  return lines.flatMap((line) =>
    line.tax ? [{ line, net: line.tax.net, tax: line.tax.tax }] : [],
  );
}

/**
 * The parts as the tax engine knows them. A change reports its unused time as a reversal of earlier
 * invoices, so reversing the change deducts that time.
 */
export function toReportLines(parts: readonly Part[]): readonly ReportLine[] {
  const sums = new Map<string, ReportLine>();
  for (const { line, net, tax } of parts) {
    const engine = line.tax?.engine;
    if (!engine) continue;
    const reference = 'reference' in engine ? engine.reference : FIRST;
    add(sums, reference, { amount: pricedOf(line.tax, net, tax), tax });
  }
  return [...sums.values()].filter(isPositive);
}

/** Index of the line that a change buys: it is the only purchase on a subscription's invoice. */
const FIRST = '0';

/** A small share of a line can consist of tax only. */
function isPositive({ amount, tax }: ReportLine): boolean {
  return amount > 0n || tax > 0n;
}

function pricedOf({ isInclusive }: LineOfTax, net: bigint, tax: bigint): bigint {
  return isInclusive ? net + tax : net;
}

function add(
  sums: Map<string, ReportLine>,
  reference: string,
  { amount, tax }: Omit<ReportLine, 'reference'>,
): void {
  const sum = sums.get(reference) ?? { amount: 0n, tax: 0n };
  sums.set(reference, { reference, amount: sum.amount + amount, tax: sum.tax + tax });
}

/** The part of these lines that no earlier report has reversed. */
export function leftOf(
  lines: readonly ReportLine[],
  earlier: readonly ReportLine[],
): readonly ReportLine[] {
  const sums = new Map(lines.map((line) => [line.reference, line]));
  for (const { reference, amount, tax } of earlier)
    if (sums.has(reference)) add(sums, reference, { amount: -amount, tax: -tax });
  return [...sums.values()].filter(isPositive);
}

/** Unused time that an invoice returns, as parts of the invoices that sold it. */
export function unusedParts(
  lines: readonly Line[],
): readonly { readonly invoiceId: string; readonly line: ReportLine }[] {
  return lines.flatMap(({ tax }) => {
    if (!tax?.engine || !('reversesInvoiceId' in tax.engine)) return [];
    const amount = -pricedOf(tax, tax.net, tax.tax);
    if (amount <= 0n) return [];
    const line = { reference: FIRST, amount, tax: -tax.tax };
    return [{ invoiceId: tax.engine.reversesInvoiceId, line }];
  });
}
