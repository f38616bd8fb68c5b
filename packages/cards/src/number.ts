import { lengthsOf, ruleOf } from './brands.ts';

/** `digits`: not a card number; `length`: wrong for its brand; `check`: mistyped. */
export type NumberFault = 'digits' | 'length' | 'check';
/** The expected length of the security code; `code` for unknown brands. */
export type CodeFault = 'code' | 'code_of_3' | 'code_of_4';

/** Strips the spaces and hyphens that people type. */
export function readNumber(text: string): string {
  return text.replaceAll(/[\s-]/g, '');
}

/** The fault of a card number, given its digits; undefined if it is plausible. */
export function findNumberFault(number: string): NumberFault | undefined {
  if (!/^\d{12,19}$/.test(number)) return 'digits';
  if (!lengthsOf(number).includes(number.length)) return 'length';
  const hasCheckDigit = ruleOf(number)?.hasCheckDigit ?? true;
  return hasCheckDigit && !isLuhnValid(number) ? 'check' : undefined;
}

/** The fault of a security code, given the card number; undefined if its length fits. */
export function findCodeFault(code: string, number: string): CodeFault | undefined {
  const length = ruleOf(number)?.codeLength;
  if (/^\d{3,4}$/.test(code) && (length === undefined || code.length === length)) return undefined;
  if (length === undefined) return 'code';
  return length === 4 ? 'code_of_4' : 'code_of_3';
}

/** The parts of a card number that may be stored. */
export function summarize(number: string): { readonly brand: string; readonly last4: string } {
  return { brand: ruleOf(number)?.brand ?? 'unknown', last4: number.slice(-4) };
}

/** Luhn check (ISO/IEC 7812-1, annex B): every second digit from the right is doubled. */
export function isLuhnValid(number: string): boolean {
  let sum = 0;
  for (const [index, digit] of [...number].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}
