import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Line, Off } from '../charge.ts';
import { type Discount, discountedAgain, withDiscounts } from './model.ts';

const A = '019abb2c-6a1f-7c3d-9b52-6f0e4d8a7c01';
const B = '019abb2c-6a1f-7c3d-9b52-6f0e4d8a7c02';
const PRODUCT = '019abb2c-6a1f-7c3d-9b52-6f0e4d8a7c03';

const lineOf = (amount: bigint, more: Partial<Line> = {}): Line => ({
  ...{ type: 'item', planId: '', quantity: 1, unitAmount: amount, amount, startAt: 0, endAt: 0 },
  ...{ remainingSeconds: null, periodSeconds: null, ...more },
});

const percent = (text: string): Off => ({ kind: 'percent', percent: text });
const amountOf = (amount: bigint): Off => ({ kind: 'amount', amount });

const couponOf = (off: Off, more: Partial<Discount> = {}): Discount => ({
  ...{ couponId: A, promotionCodeId: null, name: null, off, productIds: null },
  ...{ startAt: 0, endAt: null, ...more },
});

const amounts = (lines: readonly Line[]) => lines.map(({ type, amount }) => [type, amount]);
const sumOf = (lines: readonly Line[]) => lines.reduce((sum, { amount }) => sum + amount, 0n);

describe('a discount', () => {
  it('is a line behind the line that it reduces, with its tax fields and its time', () => {
    const line = lineOf(999n, {
      ...{ taxClass: 'reduced', supply: 'goods', isTaxInclusive: true, startAt: 5, endAt: 9 },
    });
    const [, discount] = withDiscounts([line], [couponOf(percent('12.5'), { name: 'Sale' })]);
    expect(discount).toEqual({
      ...{ ...line, type: 'discount', quantity: 1, description: 'Sale' },
      ...{ amount: -125n, unitAmount: -125n },
      discount: { couponId: A, name: 'Sale', off: percent('12.5'), place: 0, reduces: 'item' },
    });
  });

  it('in percent is rounded half up on each line', () => {
    const lines = withDiscounts([lineOf(5n), lineOf(15n), lineOf(4n)], [couponOf(percent('10'))]);
    expect(amounts(lines)).toEqual([
      ['item', 5n],
      ['discount', -1n],
      ['item', 15n],
      ['discount', -2n],
      ['item', 4n],
    ]);
  });

  it('of an amount is spread over the lines by the largest remainder', () => {
    const lines = withDiscounts(
      [lineOf(100n), lineOf(100n), lineOf(100n)],
      [couponOf(amountOf(100n))],
    );
    expect(lines.filter(({ type }) => type === 'discount').map(({ amount }) => amount)).toEqual([
      -34n,
      -33n,
      -33n,
    ]);
  });

  it('reduces what earlier discounts left, in order', () => {
    const both = [couponOf(amountOf(1_000n)), couponOf(percent('50'), { couponId: B })];
    expect(sumOf(withDiscounts([lineOf(3_000n)], both))).toBe(1_000n);
    expect(sumOf(withDiscounts([lineOf(3_000n)], both.toReversed()))).toBe(500n);
  });

  it('of products reduces their lines only', () => {
    const own = couponOf(percent('50'), { productIds: [PRODUCT] });
    const lines = withDiscounts([lineOf(100n), lineOf(100n, { productId: PRODUCT })], [own]);
    expect(amounts(lines).map(([, amount]) => amount)).toEqual([100n, 100n, -50n]);
  });

  it('never makes the sum of the items negative', () => {
    const reduced = [lineOf(100n), lineOf(-30n)];
    for (const off of [percent('100'), amountOf(1_000n)])
      expect(sumOf(withDiscounts(reduced, [couponOf(off)]))).toBe(0n);
    expect(withDiscounts([lineOf(-30n)], [couponOf(percent('50'))])).toHaveLength(1);
  });

  it.each(['tax', 'credit_applied', 'credit_granted', 'unused_time'] as const)(
    'never reduces a line of type %s',
    (type) => {
      const line = lineOf(100n, { type });
      expect(withDiscounts([line], [couponOf(percent('50'))])).toEqual([line]);
    },
  );

  it('of any lines and coupons is recomputed exactly, and leaves every line between 0 and its price', () => {
    const someOff = fc.oneof(
      fc.integer({ min: 1, max: 10_000 }).map((hundredths) => percent(`${hundredths / 100}`)),
      fc.bigInt({ min: 1n, max: 20_000n }).map(amountOf),
    );
    const someDiscount = fc.record({ off: someOff, isOfProduct: fc.boolean() });
    const someLine = fc.record({
      amount: fc.bigInt({ min: -3_000n, max: 10_000n }),
      isOfProduct: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.array(someLine, { maxLength: 8 }),
        fc.array(someDiscount, { maxLength: 5 }),
        (items, coupons) => {
          const lines = items.map(({ amount, isOfProduct }) =>
            lineOf(amount, isOfProduct ? { productId: PRODUCT } : {}),
          );
          const discounts = coupons.map(({ off, isOfProduct }, index) =>
            couponOf(off, {
              couponId: A.replace(/.$/, `${index}`),
              productIds: isOfProduct ? [PRODUCT] : null,
            }),
          );
          const reduced = withDiscounts(lines, discounts);
          expect(amounts(discountedAgain(reduced))).toEqual(amounts(reduced));
          const before = sumOf(lines);
          expect(sumOf(reduced)).toBeGreaterThanOrEqual(before < 0n ? before : 0n);
          let left = 0n;
          for (const { type, amount } of reduced) {
            left = type === 'discount' ? left + amount : amount;
            if (type === 'discount') expect(left).toBeGreaterThanOrEqual(0n);
          }
        },
      ),
    );
  });
});
