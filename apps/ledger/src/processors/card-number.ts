import type { CardSummary } from '../domain/payment-attempt.ts';

/** Issuer ranges by the digits that a number begins with. */
const brands: readonly (readonly [RegExp, string])[] = [
  [/^4/, 'visa'],
  [/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, 'mastercard'],
  [/^3[47]/, 'amex'],
  [/^(6011|64[4-9]|65)/, 'discover'],
  [/^35(2[89]|[3-8])/, 'jcb'],
  [/^3(0[0-5]|[689])/, 'diners'],
];

/** All that may be kept of a number of digits. */
export function summarize(number: string): CardSummary {
  const [, brand] = brands.find(([range]) => range.test(number)) ?? [];
  return { brand: brand ?? 'unknown', last4: number.slice(-4) };
}

/** The check digit of ISO/IEC 7812-1 annex B: every second digit from the right is doubled. */
export function isLuhnValid(number: string): boolean {
  let sum = 0;
  for (const [index, digit] of [...number].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}
