/**
 * Divides and rounds to the nearest integer, halves away from zero, as tax offices require
 * (Germany: § 14 UStG with DIN 1333; EN 16931-1, section 6.2).
 * @throws RangeError unless the denominator is positive
 */
export function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  if (denominator <= 0n) throw new RangeError('the denominator must be positive');
  const size = numerator < 0n ? -numerator : numerator;
  const rounded = (2n * size + denominator) / (2n * denominator);
  return numerator < 0n ? -rounded : rounded;
}

/**
 * Splits a whole by weights exactly: rounds down, then adds a unit to the parts that lost most, the
 * first among equals. Weights may be negative; if all are 0, the first part gets everything.
 * @throws RangeError without weights, or if their sum is negative
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
