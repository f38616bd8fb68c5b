/** Maximum amount of a movement, in minor units. */
export const AMOUNT_MINOR_MAX = 999_999_999_999n;

/** Maximum balance or total, in minor units: the largest exact JSON number (2^53 − 1). */
export const BALANCE_MINOR_MAX = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * An amount in minor units as a JSON number.
 * @throws RangeError beyond 2^53 − 1, where numbers are no longer exact
 */
export function toJsonAmount(minor: bigint): number {
  if (minor > BALANCE_MINOR_MAX || minor < -BALANCE_MINOR_MAX)
    throw new RangeError(`${minor} minor units do not fit a JSON number exactly`);
  return Number(minor);
}

export function sumOf(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}

/** The amount, or 0 if it is negative. */
export function atLeastZero(amount: bigint): bigint {
  return amount > 0n ? amount : 0n;
}
