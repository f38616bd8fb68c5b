/** Format of a seller's document numbers: `INV-{year}-{number:5}`. */
export type NumberFormat = string;

const ANY_FORMAT = /^(?:[A-Za-z0-9/_.-]|\{year\}){0,30}\{number(?::[1-9])?\}$/;
export const FORMAT_SHAPE =
  /^(?:(?:[A-Za-z0-9/_.-]|\{year\}){0,29}[A-Za-z/_.-])?\{number(?::[1-9])?\}$/;
const RENDERED_LENGTH_MAX = 30;

/**
 * Reason why a text is not a valid format; undefined if it is. The number is last and no digit
 * precedes it, so two series never produce the same text.
 */
export function refusalOfFormat(text: string): string | undefined {
  if (!ANY_FORMAT.test(text))
    return 'must consist of letters, digits, /_.- and {year}, and end with {number}, for example INV-{year}-{number:5}';
  if (!FORMAT_SHAPE.test(text))
    return 'must not have a digit or year directly before {number}; add a hyphen';
  if (formatNumber(text, 1n, '2026-01-01').length > RENDERED_LENGTH_MAX)
    return `must be at most ${RENDERED_LENGTH_MAX} characters long when filled in`;
  return undefined;
}

/** Key of a number series: a format with a year starts a new series each year. */
export function seriesOf(format: NumberFormat, day: string): string {
  return inYear(format, day).replace(/\{number.*\}$/, '');
}

/** The text of a number on documents. */
export function formatNumber(format: NumberFormat, number: bigint, day: string): string {
  return inYear(format, day).replace(/\{number(?::(\d))?\}$/, (_, digits: string | undefined) =>
    number.toString().padStart(Number(digits ?? 1), '0'),
  );
}

function inYear(format: NumberFormat, day: string): string {
  return format.replaceAll('{year}', day.slice(0, 4));
}
