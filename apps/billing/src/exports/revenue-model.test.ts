import type { CalendarMonth as Month } from '@florin/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { earned, Revenue, type Sold } from './revenue-model.ts';

const month = (year: number, number: number): Month => ({
  name: `${year}-${String(number).padStart(2, '0')}`,
  startAt: Date.UTC(year, number - 1, 1),
  endAt: Date.UTC(year, number, 1),
});
const year2026 = Array.from({ length: 12 }, (_, index) => month(2026, index + 1));

const monthly = (number: number, net: bigint, customer = 'a'): Sold => {
  const { startAt, endAt } = month(2026, number);
  return { customer, net, startAt, endAt, issuedAt: startAt };
};

function revenueOf(sold: readonly Sold[], months: readonly Month[] = year2026) {
  const revenue = new Revenue(months);
  for (const each of sold) revenue.add(each);
  return revenue.months();
}

describe('revenue', () => {
  it('of a year that is paid in advance is earned month by month', () => {
    const [startAt, endAt] = [Date.UTC(2026, 0, 1), Date.UTC(2027, 0, 1)];
    const months = revenueOf([{ customer: 'a', net: 36_500n, startAt, endAt, issuedAt: startAt }]);
    expect(months.map(({ recognized }) => recognized)).toEqual(
      [31n, 28n, 31n, 30n, 31n, 30n, 31n, 31n, 30n, 31n, 30n, 31n].map((days) => days * 100n),
    );
    expect(months[0]).toMatchObject({ invoiced: 36_500n, deferred: 33_400n, newMrr: 3_042n });
    expect(months[11]).toMatchObject({ deferred: 0n, mrr: 3_042n });
  });

  it('of a monthly plan is worth its price in any month, and churns when it ends', () => {
    const months = revenueOf([monthly(1, 1_000n), monthly(2, 1_000n), monthly(3, 1_500n)]);
    expect(months.slice(0, 4)).toMatchObject([
      { mrr: 1_000n, newMrr: 1_000n, customers: 1 },
      { mrr: 1_000n, newMrr: 0n, churnedMrr: 0n },
      { mrr: 1_500n, expansion: 500n },
      { mrr: 0n, churnedMrr: 1_500n, churnedCustomers: 1, customers: 0 },
    ]);
  });

  it('tells who leaves from who pays less', () => {
    const months = revenueOf([...[monthly(1, 900n), monthly(1, 500n, 'b'), monthly(2, 400n)]]);
    expect(months[1]).toMatchObject({
      ...{ mrr: 400n, contraction: 500n, churnedMrr: 500n, churnedCustomers: 1, newMrr: 0n },
    });
  });

  it('that is taken back is earned backwards', () => {
    const half = Date.UTC(2026, 0, 16, 12);
    const { startAt, endAt, ...sold } = monthly(1, 1_000n);
    const back = { ...sold, net: -500n, startAt: half, endAt, issuedAt: half };
    const [january] = revenueOf([{ ...sold, startAt, endAt }, back]);
    expect(january).toMatchObject({ invoiced: 500n, recognized: 500n, deferred: 0n });
  });
});

const instants = fc.integer({ min: Date.UTC(2025, 0, 1), max: Date.UTC(2027, 0, 1) });
const anything: fc.Arbitrary<Sold> = fc
  .record({
    customer: fc.constantFrom('a', 'b', 'c'),
    net: fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
    startAt: instants,
    length: fc.integer({ min: 0, max: 400 * 86_400_000 }),
    issuedAt: instants,
  })
  .map(({ length, ...sold }) => ({ ...sold, endAt: sold.startAt + length }));

describe('whatever is sold,', () => {
  it('all of it is earned in the end, and never more than once', () => {
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 30 }), (sold) => {
        const years = [2025, 2026, 2027, 2028, 2029].flatMap((year) =>
          Array.from({ length: 12 }, (_, index) => month(year, index + 1)),
        );
        const months = revenueOf(sold, years);
        const total = sold.reduce((sum, { net }) => sum + net, 0n);
        const sumOf = (name: 'invoiced' | 'recognized') =>
          months.reduce((sum, each) => sum + each[name], 0n);
        expect(sumOf('invoiced')).toBe(total);
        expect(sumOf('recognized')).toBe(total);
        expect(months.at(-1)?.deferred).toBe(0n);
      }),
    );
  });

  it('what is invoiced is earned or deferred, in each month', () => {
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 30 }), (sold) => {
        let [invoiced, recognized] = [0n, 0n];
        const from = month(2025, 1);
        for (const each of revenueOf(sold, [from, ...[2, 3, 4].map((n) => month(2025, n))])) {
          invoiced += each.invoiced;
          recognized += each.recognized;
          expect(each.deferred).toBe(invoiced - recognized);
        }
      }),
    );
  });

  it('what moves explains how much a month is worth', () => {
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 30 }), (sold) => {
        const months = revenueOf(sold);
        for (const [index, each] of months.entries()) {
          const before = months[index - 1];
          if (!before) continue;
          const moved = each.newMrr + each.expansion - each.contraction - each.churnedMrr;
          expect(each.mrr - before.mrr).toBe(moved);
        }
      }),
    );
  });

  it('nothing is earned before it begins, and all of it at its end', () => {
    fc.assert(
      fc.property(anything, (sold) => {
        expect(earned(sold, sold.startAt - 1)).toBe(0n);
        expect(earned(sold, sold.endAt)).toBe(sold.net);
      }),
    );
  });
});
