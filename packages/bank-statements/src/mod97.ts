/**
 * Remainder modulo 97 of digits and letters, A = 10 to Z = 35 (ISO 7064, MOD 97-10). IBANs and
 * creditor references have remainder 1. Works digit by digit, so length is unlimited.
 */
export function mod97(text: string): number {
  let rest = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest;
}

/** The two check digits that give `body`, `prefix` and the digits a remainder of 1. */
export function checkDigitsOf(prefix: string, body: string): string {
  return String(98 - mod97(`${body}${prefix}00`)).padStart(2, '0');
}
