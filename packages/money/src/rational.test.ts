import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  add,
  compare,
  divideRounded,
  formatDecimal,
  multiply,
  parseDecimal,
  type Rational,
  rational,
  roundHalfUp,
  subtract,
} from './rational.ts';

describe('parseDecimal', () => {
  it.each([
    ['0', '0'],
    ['12', '12'],
    ['0.5', '0.5'],
    ['0.000000000001', '0.000000000001'],
    ['007.10', '7.1'],
    ['999999999999999.999999999999', '999999999999999.999999999999'],
  ])('reads %s as %s', (text, shown) => {
    const parsed = parseDecimal(text);
    expect(parsed && formatDecimal(parsed)).toBe(shown);
  });

  it.each([
    ...['', '-1', '+1', '.5', '5.', '1e3', '0x10', ' 1', '1 ', '1,5', '١', 'NaN'],
    ...['0.0000000000001', '1000000000000000', '1.0\n'],
  ])('rejects %j', (text) => {
    expect(parseDecimal(text)).toBeUndefined();
  });
});

const fraction: fc.Arbitrary<Rational> = fc
  .tuple(
    fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
    fc.bigInt({ min: 1n, max: 10n ** 12n }),
  )
  .map(([numerator, denominator]) => rational(numerator, denominator));
const equal = (a: Rational, b: Rational) => compare(a, b) === 0;

it('obeys the laws of a field', () => {
  fc.assert(
    fc.property(fraction, fraction, fraction, (a, b, c) => {
      expect(equal(add(a, b), add(b, a))).toBe(true);
      expect(equal(add(add(a, b), c), add(a, add(b, c)))).toBe(true);
      expect(equal(multiply(a, add(b, c)), add(multiply(a, b), multiply(a, c)))).toBe(true);
      expect(equal(subtract(add(a, b), b), a)).toBe(true);
      expect(compare(a, b)).toBe(-compare(b, a) + 0);
    }),
    { numRuns: 2_000 },
  );
});

it('reads back the decimal texts that it writes', () => {
  const texts = fc
    .tuple(
      fc.bigInt({ min: 0n, max: 10n ** 15n - 1n }),
      fc.bigInt({ min: 0n, max: 10n ** 12n - 1n }),
    )
    .map(([whole, rest]) => `${whole}.${rest.toString().padStart(12, '0')}`);
  fc.assert(
    fc.property(texts, (text) => {
      const parsed = parseDecimal(text) as Rational;
      expect(equal(parseDecimal(formatDecimal(parsed)) as Rational, parsed)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

it('refuses a text for a fraction without a finite one', () => {
  expect(() => formatDecimal(rational(1n, 3n))).toThrow(RangeError);
  expect(formatDecimal(rational(-1n, 8n))).toBe('-0.125');
});

it('rounds halves away from zero, and quotients up or down', () => {
  expect(roundHalfUp(rational(5n, 2n))).toBe(3n);
  expect(roundHalfUp(rational(-5n, 2n))).toBe(-3n);
  expect(divideRounded(rational(101n), 100n, 'up')).toBe(2n);
  expect(divideRounded(rational(101n), 100n, 'down')).toBe(1n);
  expect(divideRounded(rational(200n), 100n, 'up')).toBe(2n);
  expect(divideRounded(rational(1n, 2n), 100n, 'up')).toBe(1n);
  expect(divideRounded(rational(0n), 100n, 'up')).toBe(0n);
});
