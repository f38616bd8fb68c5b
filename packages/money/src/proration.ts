/**
 * Divides and rounds to the nearest integer, halves to even, so that rounding is unbiased over many
 * invoices.
 * @throws RangeError unless the denominator is positive
 */
export function divideHalfEven(numerator: bigint, denominator: bigint): bigint {
  if (denominator <= 0n) throw new RangeError('the denominator must be positive');
  const remainder = ((numerator % denominator) + denominator) % denominator;
  const floor = (numerator - remainder) / denominator;
  const twice = remainder * 2n;
  if (twice < denominator || (twice === denominator && floor % 2n === 0n)) return floor;
  return floor + 1n;
}

/** The cost of `part` seconds in minor units, if `whole` seconds cost `amount`. */
export function prorate(amount: bigint, part: number, whole: number): bigint {
  return divideHalfEven(amount * BigInt(part), BigInt(whole));
}
