/** Decimals of a currency (ISO 4217). */
export function decimalsOf(currency: string): number {
  const money = new Intl.NumberFormat('en', { style: 'currency', currency });
  return money.resolvedOptions().maximumFractionDigits ?? 2;
}
