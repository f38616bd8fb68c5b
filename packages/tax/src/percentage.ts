/** Percentages are counted in ten-thousandths of a percent. */
export const UNITS_PER_WHOLE = 1_000_000n;

/** Parses a percentage from 0 to 100 with up to four decimals; undefined if invalid. */
export function parsePercentage(text: string): string | undefined {
  if (!/^\d{1,3}(\.\d{1,4})?$/.test(text)) return undefined;
  const units = toUnits(text);
  if (units > UNITS_PER_WHOLE) return undefined;
  const whole = (units / 10_000n).toString();
  const decimals = (units % 10_000n).toString().padStart(4, '0').replace(/0+$/, '');
  return decimals === '' ? whole : `${whole}.${decimals}`;
}

/** Converts a percentage to ten-thousandths of a percent. */
export function toUnits(percentage: string): bigint {
  const [whole = '0', decimals = ''] = percentage.split('.');
  return BigInt(whole + decimals.padEnd(4, '0'));
}
