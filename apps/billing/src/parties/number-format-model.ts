/** How documents of a seller are numbered: `INV-{year}-{number:5}`. */
export type NumberFormat = string;

const ANY_FORMAT = /^(?:[A-Za-z0-9/_.-]|\{year\}){0,30}\{number(?::[1-9])?\}$/;
export const FORMAT_SHAPE =
  /^(?:(?:[A-Za-z0-9/_.-]|\{year\}){0,29}[A-Za-z/_.-])?\{number(?::[1-9])?\}$/;
const RENDERED_LENGTH_MAX = 30;

/**
 * Why a text is no format; undefined where it is one. The number comes last, and no digit right before
 * it: so no two series ever come to the same text.
 */
export function refusalOfFormat(text: string): string | undefined {
  if (!ANY_FORMAT.test(text))
    return 'must be letters, digits, /_.- and {year}, and end with {number}, for example INV-{year}-{number:5}';
  if (!FORMAT_SHAPE.test(text))
    return 'must have no digit and no year right before {number}: put a hyphen between them';
  if (formatNumber(text, 1n, '2026-01-01').length > RENDERED_LENGTH_MAX)
    return `must not come to more than ${RENDERED_LENGTH_MAX} characters`;
  return undefined;
}

/** What is counted by itself: a format with a year begins anew with each. */
export function seriesOf(format: NumberFormat, day: string): string {
  return inYear(format, day).replace(/\{number.*\}$/, '');
}

/** A number as documents show it. */
export function formatNumber(format: NumberFormat, number: bigint, day: string): string {
  return inYear(format, day).replace(/\{number(?::(\d))?\}$/, (_, digits: string | undefined) =>
    number.toString().padStart(Number(digits ?? 1), '0'),
  );
}

function inYear(format: NumberFormat, day: string): string {
  return format.replaceAll('{year}', day.slice(0, 4));
}
