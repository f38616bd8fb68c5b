import type { CalendarMonth as Month } from '@florin/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type MrrHistory, MrrMonths } from './mrr.ts';

const months = Array.from(
  { length: 12 },
  (_, index): Month => ({
    name: `2026-${index + 1}`,
    startAt: Date.UTC(2026, index, 1),
    endAt: Date.UTC(2026, index + 1, 1),
  }),
);
const on = (number: number, day = 1) => Date.UTC(2026, number - 1, day);

function monthsOf(histories: readonly MrrHistory[]) {
  const sums = new MrrMonths(months);
  for (const history of histories) sums.add(history);
  return sums.months();
}

/** A subscription whose MRR changes on days of 2026. */
const history = (
  holderId: string,
  ...points: readonly (readonly [at: number, mrr: bigint, paused?: bigint])[]
): MrrHistory => ({
  holderId,
  points: points.map(([at, mrr, paused = 0n]) => ({ at, mrr, paused })),
});

describe('MRR', () => {
  it('is new, expands, contracts and churns by customer', () => {
    const found = monthsOf([
      history('a', [on(1), 900n], [on(3), 1_500n], [on(5), 0n]),
      history('a', [on(4), 100n], [on(5), 0n]),
      history('b', [on(1), 500n], [on(2), 400n]),
    ]);
    expect(found.slice(0, 5)).toMatchObject([
      { mrr: 1_400n, newMrr: 1_400n, customers: 2 },
      { mrr: 1_300n, contraction: 100n, newMrr: 0n },
      { mrr: 1_900n, expansion: 600n },
      { mrr: 2_000n, expansion: 100n },
      { mrr: 400n, churnedMrr: 1_600n, churnedCustomers: 1, customers: 1 },
    ]);
  });

  it('counts a pause as suspended, not as churn, and its end not as new', () => {
    const found = monthsOf([
      history('a', [on(1), 3_000n], [on(1, 10), 0n, 3_000n], [on(3, 10), 3_000n]),
    ]);
    expect(found.slice(0, 4)).toMatchObject([
      { mrr: 0n, newMrr: 3_000n, pausedMrr: 3_000n, churnedMrr: 0n },
      { mrr: 0n, pausedMrr: 0n, churnedCustomers: 0 },
      { mrr: 3_000n, pausedMrr: -3_000n, newMrr: 0n, expansion: 0n },
      { mrr: 3_000n, pausedMrr: 0n },
    ]);
  });

  it('changes only by its movements, in any history', () => {
    const amount = fc.bigInt({ min: 0n, max: 10n ** 12n });
    const instant = fc.integer({ min: Date.UTC(2025, 6, 1), max: Date.UTC(2027, 0, 1) });
    const points = fc
      .array(fc.record({ at: instant, mrr: amount, paused: amount }), { maxLength: 8 })
      .map((each) => each.toSorted((a, b) => a.at - b.at));
    const anything = fc.record({ holderId: fc.constantFrom('a', 'b', 'c'), points });
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 20 }), (histories) => {
        const found = monthsOf(histories);
        for (const [index, each] of found.entries()) {
          const before = found[index - 1];
          if (!before) continue;
          const { newMrr, expansion, contraction, churnedMrr, pausedMrr } = each;
          const moved = newMrr + expansion - contraction - churnedMrr - pausedMrr;
          expect(each.mrr - before.mrr).toBe(moved);
        }
      }),
    );
  });
});
