/** Largest amount of one movement, in minor units. */
export const AMOUNT_MINOR_MAX = 999_999_999_999n;

/** Largest balance or total, in minor units: what a JSON number carries exactly (2^53 − 1). */
export const BALANCE_MINOR_MAX = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * The JSON number of an amount in minor units.
 * @throws RangeError beyond 2^53 − 1, where a JSON number would no longer be exact.
 */
export function toJsonAmount(minor: bigint): number {
  if (minor > BALANCE_MINOR_MAX || minor < -BALANCE_MINOR_MAX)
    throw new RangeError(`${minor} minor units do not fit a JSON number exactly`);
  return Number(minor);
}
