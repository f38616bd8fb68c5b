/**
 * A quotient rounded to the nearest integer, halves away from zero: what tax offices mean by rounding
 * (Germany: § 14 UStG with DIN 1333; EN 16931-1 section 6.2 leaves no other).
 * @throws RangeError unless the denominator is positive.
 */
export function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  if (denominator <= 0n) throw new RangeError('the denominator must be positive');
  const size = numerator < 0n ? -numerator : numerator;
  const rounded = (2n * size + denominator) / (2n * denominator);
  return numerator < 0n ? -rounded : rounded;
}

/**
 * Splits a whole in proportion to weights, so that the parts add up to it exactly: each is rounded
 * down, and what is left goes, unit by unit, to those that lost most by it, the first among equals.
 * Weights may be negative where their sum is positive; all zero gives the first part everything.
 * @throws RangeError without weights, and where their sum is negative.
 */
export function splitBy(whole: bigint, weights: readonly bigint[]): readonly bigint[] {
  const sum = weights.reduce((total, weight) => total + weight, 0n);
  if (weights.length === 0 || sum < 0n) throw new RangeError('there is nothing to split by');
  if (sum === 0n) return weights.map((_, index) => (index === 0 ? whole : 0n));
  const parts = weights.map((weight, index) => {
    const share = whole * weight;
    const remainder = ((share % sum) + sum) % sum;
    return { index, part: (share - remainder) / sum, remainder };
  });
  let left = whole - parts.reduce((total, { part }) => total + part, 0n);
  const byLoss = parts.toSorted((a, b) =>
    a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1,
  );
  const extra = new Set<number>();
  for (const { index } of byLoss) {
    if (left === 0n) break;
    extra.add(index);
    left -= 1n;
  }
  return parts.map(({ index, part }) => (extra.has(index) ? part + 1n : part));
}
