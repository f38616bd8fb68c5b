import type { Line } from '../charge.ts';
import { discountedAgain } from '../discount/model.ts';

/** How the amount of a discount was computed; minor units. */
interface ExplainedDiscount {
  readonly formula: string;
  readonly rounding: 'half_up' | 'none';
  readonly exact: string;
  readonly recomputed: bigint;
  /** Rest of the reduced line after the discounts before this one. */
  readonly otherLines: bigint;
}

/** Computes the discount again that is the line at this index of an invoice. */
export function explainDiscount(lines: readonly Line[], index: number): ExplainedDiscount {
  const first = lines.slice(0, index).findLastIndex(({ type }) => type !== 'discount');
  const otherLines = lines.slice(first, index).reduce((sum, { amount }) => sum + amount, 0n);
  const off = lines[index]?.discount?.off;
  const recomputed = discountedAgain(lines)[index]?.amount ?? 0n;
  if (off?.kind === 'percent')
    return {
      formula: '−round(other_lines × percentage / 100)',
      rounding: 'half_up',
      exact: `-${otherLines} × ${off.percent}/100`,
      recomputed,
      otherLines,
    };
  return {
    formula: '−share of amount_off by other_lines, by the largest remainder',
    rounding: 'none',
    exact: `${recomputed}`,
    recomputed,
    otherLines,
  };
}
