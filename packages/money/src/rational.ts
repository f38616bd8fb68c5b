import { divideHalfUp } from './commercial-rounding.ts';

/** An exact fraction. The denominator is positive; the terms need not be lowest. */
export interface Rational {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** Decimals after the point that {@link parseDecimal} accepts. */
export const DECIMALS_MAX = 12;
const INTEGER_DIGITS_MAX = 15;
const DECIMAL = new RegExp(`^(\\d{1,${INTEGER_DIGITS_MAX}})(?:\\.(\\d{1,${DECIMALS_MAX}}))?$`);

/** Parses `0.0035`: at most 15 digits before and 12 after the point, no sign; else undefined. */
export function parseDecimal(text: string): Rational | undefined {
  const match = DECIMAL.exec(text);
  if (!match) return undefined;
  const [, digits = '', decimals = ''] = match;
  return {
    numerator: BigInt(digits + decimals),
    denominator: 10n ** BigInt(decimals.length),
  };
}

/**
 * The shortest decimal text of a fraction, `0.0035`.
 * @throws RangeError if the fraction has no finite decimal text, as one third
 */
export function formatDecimal({ numerator, denominator }: Rational): string {
  const size = numerator < 0n ? -numerator : numerator;
  const sign = numerator < 0n ? '-' : '';
  let remainder = size % denominator;
  let decimals = '';
  // A finite text has at most as many decimals as the denominator has bits.
  for (let left = denominator; remainder !== 0n; left >>= 1n) {
    if (left === 0n) throw new RangeError(`${numerator}/${denominator} has no finite decimal text`);
    remainder *= 10n;
    decimals += remainder / denominator;
    remainder %= denominator;
  }
  return `${sign}${size / denominator}${decimals && `.${decimals}`}`;
}

export function rational(numerator: bigint, denominator = 1n): Rational {
  if (denominator <= 0n) throw new RangeError('the denominator must be positive');
  return { numerator, denominator };
}

export const ZERO: Rational = rational(0n);

export function add(a: Rational, b: Rational): Rational {
  if (a.denominator === b.denominator)
    return { numerator: a.numerator + b.numerator, denominator: a.denominator };
  return {
    numerator: a.numerator * b.denominator + b.numerator * a.denominator,
    denominator: a.denominator * b.denominator,
  };
}

export function subtract(a: Rational, b: Rational): Rational {
  return add(a, { numerator: -b.numerator, denominator: b.denominator });
}

export function multiply(a: Rational, b: Rational): Rational {
  return {
    numerator: a.numerator * b.numerator,
    denominator: a.denominator * b.denominator,
  };
}

/** Negative if `a` is less than `b`, 0 if they are equal, else positive. */
export function compare(a: Rational, b: Rational): number {
  const [left, right] = [a.numerator * b.denominator, b.numerator * a.denominator];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** The nearest integer, halves away from zero. */
export function roundHalfUp({ numerator, denominator }: Rational): bigint {
  return divideHalfUp(numerator, denominator);
}

/** The quotient of a non-negative fraction by a positive integer, rounded to an integer. */
export function divideRounded(
  { numerator, denominator }: Rational,
  divisor: bigint,
  round: 'up' | 'down',
): bigint {
  const whole = denominator * divisor;
  return (numerator + (round === 'up' ? whole - 1n : 0n)) / whole;
}

/** The fraction as an integer; undefined if it has decimals. */
export function wholeOf({ numerator, denominator }: Rational): bigint | undefined {
  return numerator % denominator === 0n ? numerator / denominator : undefined;
}
