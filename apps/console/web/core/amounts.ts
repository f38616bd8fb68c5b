/** Matches API messages that give amounts in minor units. */
const ABOUT_AMOUNTS = /^\w*amount\w*: /;
const WHOLE_NUMBER = /(?<![\w.])\d+(?![\w.])/g;

interface Refusal {
  readonly code?: string;
  readonly message: string;
}

/** Formats the amounts in an API message about amounts for display. */
export function withAmounts(
  { code, message }: Refusal,
  format: (minorUnits: number) => string,
): string {
  if (code !== 'insufficient_funds' && !ABOUT_AMOUNTS.test(message)) return message;
  return message.replaceAll(WHOLE_NUMBER, (digits) => format(Number(digits)));
}
