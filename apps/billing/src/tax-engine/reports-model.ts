import type { Line } from '../charges/model.ts';
import type { LineOfTax } from '../tax/line-model.ts';

/** A part of a reported sale that is taken back; minor units, by the reference of its line. */
export interface ReportLine {
  readonly reference: string;
  /** With tax where the price includes it. */
  readonly amount: bigint;
  readonly tax: bigint;
}

/** A part of an invoice's line: all of it, or what a credit note takes back of it. */
interface Part {
  readonly line: Line;
  readonly net: bigint;
  readonly tax: bigint;
}

/** Parts that are whole lines. */
export function wholeLines(lines: readonly Line[]): readonly Part[] {
  return lines.flatMap((line) =>
    line.tax ? [{ line, net: line.tax.net, tax: line.tax.tax }] : [],
  );
}

/**
 * The parts as the tax engine knows them. An invoice of a change reports unused time as a part of the
 * earlier invoice that is taken back: where the change itself is taken back, it counts against that.
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

/** The line of a change that buys; an invoice of a subscription has no other. */
const FIRST = '0';

/** A small share of a line may be tax alone. */
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

/** The part of these lines that no earlier report has taken back. */
export function leftOf(
  lines: readonly ReportLine[],
  earlier: readonly ReportLine[],
): readonly ReportLine[] {
  const sums = new Map(lines.map((line) => [line.reference, line]));
  for (const { reference, amount, tax } of earlier)
    if (sums.has(reference)) add(sums, reference, { amount: -amount, tax: -tax });
  return [...sums.values()].filter(isPositive);
}

/** Unused time that an invoice gives back, as parts of the invoices that had sold it. */
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
