/** Messages of the API that give amounts as minor units. */
const ABOUT_AMOUNTS = /^\w*amount\w*: /;
const WHOLE_NUMBER = /(?<![\w.])\d+(?![\w.])/g;

interface Refusal {
  readonly code?: string;
  readonly message: string;
}

/** A message of the API about amounts, with these as people write them. */
export function withAmounts(
  { code, message }: Refusal,
  format: (minorUnits: number) => string,
): string {
  if (code !== 'insufficient_funds' && !ABOUT_AMOUNTS.test(message)) return message;
  return message.replaceAll(WHOLE_NUMBER, (digits) => format(Number(digits)));
}
