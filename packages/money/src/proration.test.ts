import fc from 'fast-check';
import { expect, it } from 'vitest';
import { divideHalfEven, prorate } from './proration.ts';

it.each([
  [5n, 2n, 2n],
  [7n, 2n, 4n],
  [-5n, 2n, -2n],
  [-7n, 2n, -4n],
  [1n, 3n, 0n],
  [2n, 3n, 1n],
  [-1n, 3n, 0n],
  [-2n, 3n, -1n],
  [6n, 3n, 2n],
  [0n, 7n, 0n],
])('divides %d by %d to %d', (numerator, denominator, quotient) => {
  expect(divideHalfEven(numerator, denominator)).toBe(quotient);
});

it('rejects a denominator that is not positive', () => {
  expect(() => divideHalfEven(1n, 0n)).toThrow(RangeError);
  expect(() => divideHalfEven(1n, -1n)).toThrow(RangeError);
});

const amount = fc.bigInt({ min: 0n, max: 10n ** 15n });
const seconds = fc.integer({ min: 1, max: 100_000_000 });

it('is at most half a unit from the exact quotient, and symmetric around zero', () => {
  fc.assert(
    fc.property(amount, seconds, (numerator, divisor) => {
      const denominator = BigInt(divisor);
      const error = divideHalfEven(numerator, denominator) * denominator - numerator;
      expect(2n * (error < 0n ? -error : error)).toBeLessThanOrEqual(denominator);
      const mirrored = -divideHalfEven(-numerator, denominator);
      expect(mirrored).toBe(divideHalfEven(numerator, denominator));
    }),
  );
});

it('never makes an upgrade of the same length cost less than nothing', () => {
  fc.assert(
    fc.property(amount, amount, seconds, seconds, (a, b, first, second) => {
      const [cheap, dear] = a < b ? [a, b] : [b, a];
      const [remaining, whole] = first < second ? [first, second] : [second, first];
      const credit = cheap - prorate(cheap, whole - remaining, whole);
      fc.pre(dear > cheap);
      expect(prorate(dear, remaining, whole) - credit).toBeGreaterThanOrEqual(0n);
    }),
  );
});
