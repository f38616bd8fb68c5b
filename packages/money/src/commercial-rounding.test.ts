import fc from 'fast-check';
import { expect, it } from 'vitest';
import { divideHalfUp, splitBy } from './commercial-rounding.ts';

it.each([
  [5n, 2n, 3n],
  [-5n, 2n, -3n],
  [7n, 2n, 4n],
  [1n, 3n, 0n],
  [2n, 3n, 1n],
  [-2n, 3n, -1n],
  [0n, 7n, 0n],
])('divides %d by %d to %d', (numerator, denominator, quotient) => {
  expect(divideHalfUp(numerator, denominator)).toBe(quotient);
});

it('rejects invalid denominators and weights', () => {
  expect(() => divideHalfUp(1n, 0n)).toThrow(RangeError);
  expect(() => splitBy(1n, [])).toThrow(RangeError);
  expect(() => splitBy(1n, [1n, -2n])).toThrow(RangeError);
});

const amount = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n });
const weights = fc.array(fc.bigInt({ min: 0n, max: 10n ** 12n }), { minLength: 1, maxLength: 40 });

it('preserves the total, with each part within one unit of its share', () => {
  fc.assert(
    fc.property(amount, weights, (whole, given) => {
      const parts = splitBy(whole, given);
      const sum = given.reduce((total, weight) => total + weight, 0n);
      expect(parts.reduce((total, part) => total + part, 0n)).toBe(whole);
      if (sum === 0n) return;
      for (const [index, part] of parts.entries()) {
        const error = part * sum - whole * (given[index] ?? 0n);
        expect((error < 0n ? -error : error) < sum).toBe(true);
      }
    }),
    { numRuns: 2_000 },
  );
});

it('gives the remainder to the parts that lost most, the first among equals', () => {
  expect(splitBy(100n, [1n, 1n, 1n])).toEqual([34n, 33n, 33n]);
  expect(splitBy(-100n, [1n, 1n, 1n])).toEqual([-33n, -33n, -34n]);
  expect(splitBy(10n, [0n, 0n])).toEqual([10n, 0n]);
});
