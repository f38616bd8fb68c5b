import { prorate } from '@florin/money';
import type { Line } from './charge.ts';
import { secondsBetween } from './instants.ts';

/** How the amount of a line came about. Amounts are minor units. */
export interface ExplainedLine {
  readonly line: Line;
  readonly formula: string;
  readonly rounding: 'half_even' | 'none';
  /** The amount before it was rounded, as a fraction of integers. */
  readonly exact: string;
  /** Computed anew, from the dates and the price. */
  readonly recomputed: bigint;
  /** What the other lines come to, where the amount depends on them. */
  readonly otherLines: bigint | null;
  /** The payer's credit when it was used, where it was. */
  readonly creditBalance: bigint | null;
}

/**
 * Computes a line anew. `others` are the lines of its invoice before it; `creditBefore` is what
 * the payer had when credit was used.
 */
export function explainLine(
  line: Line,
  others: readonly Line[],
  creditBefore: bigint,
): ExplainedLine {
  const price = line.unitAmount * BigInt(line.quantity);
  const otherLines = others.reduce((sum, other) => sum + other.amount, 0n);
  const whole = { line, rounding: 'none', otherLines: null, creditBalance: null } as const;
  switch (line.type) {
    case 'period':
      return {
        ...whole,
        formula: 'quantity × unit_amount',
        exact: `${price}`,
        recomputed: price,
      };
    case 'proration': {
      const { rest, period } = secondsOf(line);
      return {
        ...whole,
        formula: 'round(quantity × unit_amount × remaining_seconds / period_seconds)',
        rounding: 'half_even',
        exact: `${price * BigInt(rest)}/${period}`,
        recomputed: prorate(price, rest, period),
      };
    }
    case 'unused_time': {
      const { rest, period } = secondsOf(line);
      return {
        ...whole,
        formula:
          'round(quantity × unit_amount × (period_seconds − remaining_seconds) / period_seconds) − quantity × unit_amount',
        rounding: 'half_even',
        exact: `${price * BigInt(period - rest)}/${period} - ${price}`,
        recomputed: prorate(price, period - rest, period) - price,
      };
    }
    case 'credit_granted':
      return {
        ...whole,
        formula: '−other_lines',
        exact: `${-otherLines}`,
        recomputed: -otherLines,
        otherLines,
      };
    case 'credit_applied': {
      const used = creditBefore < otherLines ? creditBefore : otherLines;
      return {
        ...whole,
        formula: '−min(credit_balance, other_lines)',
        exact: `${-used}`,
        recomputed: -used,
        otherLines,
        creditBalance: creditBefore,
      };
    }
    default:
      return line.type satisfies never;
  }
}

/** What remained, by the line's own dates; and the length of the whole period as invoiced. */
function secondsOf({ startAt, endAt, periodSeconds }: Line) {
  return { rest: secondsBetween(startAt, endAt), period: periodSeconds ?? 0 };
}
