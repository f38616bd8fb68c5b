/**
 * The remainder by 97 of digits and letters, A as 10 to Z as 35 (ISO 7064, MOD 97-10), of which
 * IBANs and creditor references have 1. Digit by digit: no number is too long.
 */
export function mod97(text: string): number {
  let rest = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest;
}

/** The two digits that make the remainder of `body`, `prefix` and them 1. */
export function checkDigitsOf(prefix: string, body: string): string {
  return String(98 - mod97(`${body}${prefix}00`)).padStart(2, '0');
}
