import { AppError } from '@florin/contracts';
import { nameInWords } from './in-words.ts';

/** Tokens needed for the check: braces, strings with the colon of a name, numbers. */
const TOKENS = /[{}]|"[^"\\]*(?:\\.[^"\\]*)*"(?:\s*:)?|-?\d[\d.eE+-]*/g;

/** An object that is being parsed. */
interface Open {
  readonly names: Set<string>;
  /** Name of the member that is being parsed. */
  name: string;
}

/**
 * Parses JSON that every reader understands alike (RFC 7493, I-JSON). JSON.parse would take the
 * last duplicate member and round numbers.
 * @throws SyntaxError for invalid JSON; AppError invalid_request with the member's name
 */
export function readJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  const open: Open[] = [];
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === '{') open.push({ names: new Set(), name: '' });
    else if (token === '}') open.pop();
    else if (token.endsWith(':')) enter(open, nameOf(token));
    else if (!token.startsWith('"') && !isKept(token)) throw new ChangedNumber(pathOf(open), value);
  }
  return value;
}

function enter(open: readonly Open[], name: string): void {
  const object = open.at(-1);
  if (!object) return;
  object.name = name;
  if (object.names.has(name))
    throw new AppError('invalid_request', `${pathOf(open)}: was sent more than once`);
  object.names.add(name);
}

function nameOf(token: string): string {
  const text = token.slice(0, token.lastIndexOf('"') + 1);
  return text.includes('\\') ? (JSON.parse(text) as string) : text.slice(1, -1);
}

function pathOf(open: readonly Open[]): string {
  return nameInWords(open.map(({ name }) => name).join('.')) || 'the body';
}

/**
 * A number that a double cannot represent. The schema may have a better message, such as too large.
 */
export class ChangedNumber extends AppError {
  /** Path of the number. */
  readonly path: string;
  /** The whole body with the rounded number. */
  readonly value: unknown;

  constructor(path: string, value: unknown) {
    super(
      'invalid_request',
      `${path}: is a number that JSON cannot represent exactly; send it as a string`,
    );
    this.path = path;
    this.value = value;
  }
}

/** Every number with at most this many digits is preserved, except subnormal ones. */
const KEPT_DIGITS = 15;
const NORMAL_MIN = 2 ** -1022;
/** This many digits identify any double, which is how some programs print them. */
const TELLING_DIGITS = 17;

/**
 * Whether a number survives parsing as a double. Plain integers must also be safe integers: beyond,
 * a neighbor may have been meant.
 */
function isKept(source: string): boolean {
  const value = Number(source);
  if (!Number.isFinite(value)) return false;
  if (source.length <= KEPT_DIGITS && Math.abs(value) >= NORMAL_MIN) return true;
  if (/^-?\d+$/.test(source)) return Number.isSafeInteger(value);
  const written = decimalOf(source);
  return [String(value), value.toPrecision(TELLING_DIGITS)].map(decimalOf).includes(written);
}

/** Canonical decimal: digits without surrounding zeros, and the exponent. */
function decimalOf(source: string): string {
  const [, whole = '', fraction = '', exponent = '0'] =
    /^-?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(source) ?? [];
  const all = whole + fraction;
  let end = all.length;
  // Not by /0+$/, which takes quadratic time on zeros inside the number.
  while (all[end - 1] === '0') end -= 1;
  const digits = all.slice(0, end).replace(/^0+/, '');
  return digits === '' ? '0' : `${digits}e${Number(exponent) + whole.length - end}`;
}
