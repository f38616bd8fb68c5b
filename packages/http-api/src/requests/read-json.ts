import { AppError } from '@florin/contracts';
import { nameInWords } from './in-words.ts';

/** What JSON is read by here, whatever its length: braces, texts with the colon of a name, numbers. */
const TOKENS = /[{}]|"[^"\\]*(?:\\.[^"\\]*)*"(?:\s*:)?|-?\d[\d.eE+-]*/g;

/** An object that is being read. */
interface Open {
  readonly names: Set<string>;
  /** Of the member that is being read. */
  name: string;
}

/**
 * The value of a JSON text that means the same to every reader (RFC 7493, I-JSON): JSON.parse alone
 * would take the last of two members with one name, and change numbers that it cannot hold.
 * @throws SyntaxError for what is no JSON; AppError invalid_request that names the member.
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
    throw new AppError('invalid_request', `${pathOf(open)}: was sent twice`);
  object.names.add(name);
}

function nameOf(token: string): string {
  const text = token.slice(0, token.lastIndexOf('"') + 1);
  return text.includes('\\') ? (JSON.parse(text) as string) : text.slice(1, -1);
}

function pathOf(open: readonly Open[]): string {
  return nameInWords(open.map(({ name }) => name).join('.')) || 'the body';
}

/** A number that no double holds. A schema may have more to say of it: that it is too large. */
export class ChangedNumber extends AppError {
  /** Where the number is. */
  readonly path: string;
  /** The whole body, with what the number became. */
  readonly value: unknown;

  constructor(path: string, value: unknown) {
    super('invalid_request', `${path}: is a number that would be changed: send it as text`);
    this.path = path;
    this.value = value;
  }
}

/** So many digits a number keeps, whatever they are, unless it is smaller than this. */
const KEPT_DIGITS = 15;
const NORMAL_MIN = 2 ** -1022;
/** So many tell any number apart from its neighbours, which is how some programs write them. */
const TELLING_DIGITS = 17;

/**
 * Whether a number (IEEE 754 binary64) is still the one that was written. Integers that are written
 * out have to be safe, too: beyond, a neighbour may have been meant.
 */
function isKept(source: string): boolean {
  const value = Number(source);
  if (!Number.isFinite(value)) return false;
  if (source.length <= KEPT_DIGITS && Math.abs(value) >= NORMAL_MIN) return true;
  if (/^-?\d+$/.test(source)) return Number.isSafeInteger(value);
  const written = decimalOf(source);
  return [String(value), value.toPrecision(TELLING_DIGITS)].map(decimalOf).includes(written);
}

/** A decimal in one spelling only: its digits without zeros around them, and its exponent. */
function decimalOf(source: string): string {
  const [, whole = '', fraction = '', exponent = '0'] =
    /^-?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(source) ?? [];
  const all = whole + fraction;
  let end = all.length;
  // Not by /0+$/, which looks at all zeros behind each of them.
  while (all[end - 1] === '0') end -= 1;
  const digits = all.slice(0, end).replace(/^0+/, '');
  return digits === '' ? '0' : `${digits}e${Number(exponent) + whole.length - end}`;
}
