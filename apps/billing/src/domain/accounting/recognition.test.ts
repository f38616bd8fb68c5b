import type { CalendarMonth as Month } from '@florin/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { earned, Recognition, type Service, type Sold, uninterrupted } from './recognition.ts';

const month = (year: number, number: number): Month => ({
  name: `${year}-${String(number).padStart(2, '0')}`,
  startAt: Date.UTC(year, number - 1, 1),
  endAt: Date.UTC(year, number, 1),
});
const year2026 = Array.from({ length: 12 }, (_, index) => month(2026, index + 1));

function recognize(sold: readonly Sold[], months: readonly Month[] = year2026) {
  const recognition = new Recognition(months);
  for (const each of sold) recognition.add(each);
  return recognition.months();
}

function sale(number: number, net: bigint, service: Service = uninterrupted): Sold {
  const { startAt, endAt } = month(2026, number);
  return { net, startAt, endAt, bookedAt: startAt, service };
}

describe('revenue', () => {
  it('earns a prepaid year month by month', () => {
    const [startAt, endAt] = [Date.UTC(2026, 0, 1), Date.UTC(2027, 0, 1)];
    const sold = { net: 36_500n, startAt, endAt, bookedAt: startAt, service: uninterrupted };
    const months = recognize([sold]);
    expect(months.map(({ recognized }) => recognized)).toEqual(
      [31n, 28n, 31n, 30n, 31n, 30n, 31n, 31n, 30n, 31n, 30n, 31n].map((days) => days * 100n),
    );
    expect(months[0]).toMatchObject({ invoiced: 36_500n, deferred: 33_400n });
    expect(months[11]).toMatchObject({ deferred: 0n });
  });

  it('deducts credited revenue over the same period', () => {
    const half = Date.UTC(2026, 0, 16, 12);
    const back = { ...sale(1, -500n), startAt: half, bookedAt: half };
    const [january] = recognize([sale(1, 1_000n), back]);
    expect(january).toMatchObject({ invoiced: 500n, recognized: 500n, deferred: 0n });
  });

  it('stops during a pause', () => {
    const pause = { startAt: Date.UTC(2026, 0, 11), endAt: Date.UTC(2026, 2, 11) };
    const months = recognize([
      sale(1, 3_100n, { pauses: [pause], endedAt: Number.POSITIVE_INFINITY }),
    ]);
    expect(months.slice(0, 4).map(({ recognized }) => recognized)).toEqual([
      ...[1_000n, 0n, 2_100n, 0n],
    ]);
    expect(months[1]).toMatchObject({ deferred: 2_100n });
  });

  it('earns the unserved rest when the subscription ends', () => {
    const endedAt = Date.UTC(2026, 0, 11);
    const sold = { ...sale(1, 3_100n, { pauses: [], endedAt }), endAt: Date.UTC(2027, 0, 1) };
    expect(recognize([sold])[0]).toMatchObject({ recognized: 3_100n, deferred: 0n });
  });
});

const instants = fc.integer({ min: Date.UTC(2025, 0, 1), max: Date.UTC(2027, 0, 1) });
const service: fc.Arbitrary<Service> = fc
  .tuple(fc.array(instants, { maxLength: 6 }), fc.option(instants))
  .map(([bounds, endedAt]) => {
    const sorted = bounds.toSorted((a, b) => a - b);
    const pauses = Array.from({ length: Math.floor(sorted.length / 2) }, (_, index) => ({
      startAt: sorted[2 * index] ?? 0,
      endAt: sorted[2 * index + 1] ?? 0,
    }));
    return { pauses, endedAt: endedAt ?? Number.POSITIVE_INFINITY };
  });
const anything: fc.Arbitrary<Sold> = fc
  .record({
    net: fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
    startAt: instants,
    length: fc.integer({ min: 0, max: 400 * 86_400_000 }),
    bookedAt: instants,
    service,
  })
  .map(({ length, ...sold }) => ({ ...sold, endAt: sold.startAt + length }));

describe('any sale', () => {
  it('is earned in full in the end, and only once', () => {
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 30 }), (sold) => {
        const years = [2025, 2026, 2027, 2028, 2029, 2030].flatMap((year) =>
          Array.from({ length: 12 }, (_, index) => month(year, index + 1)),
        );
        const months = recognize(sold, years);
        const total = sold.reduce((sum, { net }) => sum + net, 0n);
        const sumOf = (name: 'invoiced' | 'recognized') =>
          months.reduce((sum, each) => sum + each[name], 0n);
        expect(sumOf('invoiced')).toBe(total);
        expect(sumOf('recognized')).toBe(total);
        expect(months.at(-1)?.deferred).toBe(0n);
      }),
    );
  });

  it('is either earned or deferred, in each month', () => {
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 30 }), (sold) => {
        let [invoiced, recognized] = [0n, 0n];
        for (const each of recognize(
          sold,
          [1, 2, 3, 4].map((n) => month(2025, n)),
        )) {
          invoiced += each.invoiced;
          recognized += each.recognized;
          expect(each.deferred).toBe(invoiced - recognized);
        }
      }),
    );
  });

  it('earns nothing before it begins, and never decreases', () => {
    fc.assert(
      fc.property(anything, instants, instants, (sold, a, b) => {
        expect(earned(sold, sold.startAt - 1)).toBe(0n);
        const [first, second] = [earned(sold, Math.min(a, b)), earned(sold, Math.max(a, b))];
        expect(sold.net < 0n ? first >= second : first <= second).toBe(true);
      }),
    );
  });
});
