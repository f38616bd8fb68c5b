import { lengthsOf, ruleOf } from './brands.ts';

/** `digits`: it is no number of a card at all; `length`: of its brand; `check`: it was mistyped. */
export type NumberFault = 'digits' | 'length' | 'check';
/** How many digits the security code should have: unknown for unknown brands. */
export type CodeFault = 'code' | 'code_of_3' | 'code_of_4';

/** The digits of a number as people type it: with spaces and hyphens. */
export function readNumber(text: string): string {
  return text.replaceAll(/[\s-]/g, '');
}

/** What is wrong with a number of digits; undefined when it can be that of a card. */
export function findNumberFault(number: string): NumberFault | undefined {
  if (!/^\d{12,19}$/.test(number)) return 'digits';
  if (!lengthsOf(number).includes(number.length)) return 'length';
  const hasCheckDigit = ruleOf(number)?.hasCheckDigit ?? true;
  return hasCheckDigit && !isLuhnValid(number) ? 'check' : undefined;
}

/** What is wrong with the security code of a card with this number. */
export function findCodeFault(code: string, number: string): CodeFault | undefined {
  const length = ruleOf(number)?.codeLength;
  if (/^\d{3,4}$/.test(code) && (length === undefined || code.length === length)) return undefined;
  if (length === undefined) return 'code';
  return length === 4 ? 'code_of_4' : 'code_of_3';
}

/** All that may be kept of a number of digits. */
export function summarize(number: string): { readonly brand: string; readonly last4: string } {
  return { brand: ruleOf(number)?.brand ?? 'unknown', last4: number.slice(-4) };
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
