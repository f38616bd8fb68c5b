import { idPrefixes, type Uuid } from '@florin/contracts';
import { exponentOf, parseCurrency } from '@florin/money';
import { cutTerm, type FoundKind, foundKinds, plainOf } from '../domain/search.ts';

/** A parsed query. */
export type Question =
  /** An ID or its prefix: all IDs between these two. */
  | { readonly by: 'id'; readonly kind: FoundKind; readonly from: Uuid; readonly to: Uuid }
  | { readonly by: 'words'; readonly terms: readonly string[]; readonly money: Money | undefined };

/** An amount. */
export interface Money {
  /** Minor units, by number of decimals. */
  readonly amounts: ReadonlyMap<number, number>;
  /** Undefined for any. */
  readonly currency: string | undefined;
}

/** Decimals that currencies have (ISO 4217). */
const EXPONENTS = [0, 2, 3] as const;
/** TypeID alphabet: five bits a letter, but three for the first. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

const TERMS_MAX = 6;
const SUFFIX_LENGTH = 26;
const idPattern = /^([a-z]{2,5})_([0-7][0-9a-hjkmnp-tv-z]{3,25})$/;

/** Parses a query. */
export function readQuestion(text: string): Question {
  const plain = plainOf(text);
  const byId = readId(plain);
  if (byId) return byId;
  const terms = plain.split(/\s+/).filter((term) => term !== '');
  const kept = terms.slice(0, TERMS_MAX).map(cutTerm);
  return { by: 'words', terms: kept, money: readMoney(terms) };
}

function readId(text: string): Question | undefined {
  const [, prefix = '', suffix = ''] = idPattern.exec(text) ?? [];
  const kind = (Object.keys(foundKinds) as FoundKind[]).find(
    (each) => idPrefixes[foundKinds[each]] === prefix,
  );
  if (kind === undefined) return undefined;
  const from = toUuid(suffix.padEnd(SUFFIX_LENGTH, '0'));
  const to = toUuid(suffix.padEnd(SUFFIX_LENGTH, 'z'));
  return { by: 'id', kind, from, to };
}

/** The 128 bits of a suffix, even if no ID has it. */
function toUuid(suffix: string): Uuid {
  let bits = 0n;
  for (const letter of suffix) bits = bits * 32n + BigInt(ALPHABET.indexOf(letter));
  const hex = bits.toString(16).padStart(32, '0');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** `129`, `129.00`, `1.299,00 EUR`: a number with an optional currency. */
function readMoney(terms: readonly string[]): Money | undefined {
  const currencies = terms.flatMap((term) => parseCurrency(term) ?? []);
  const numbers = terms.filter((term) => parseCurrency(term) === undefined);
  const [number] = numbers;
  if (number === undefined || numbers.length > 1 || currencies.length > 1) return undefined;
  const amounts = new Map<number, number>();
  for (const exponent of EXPONENTS) {
    const amount = toMinorUnits(number, exponent);
    if (amount !== undefined) amounts.set(exponent, amount);
  }
  return amounts.size === 0 ? undefined : { amounts, currency: currencies[0] };
}

/** Whether this amount in minor units matches the query. */
export function isAmount(
  { amounts, currency: wanted }: Money,
  amount: number | null,
  code: string | null,
): boolean {
  const currency = parseCurrency(code ?? '');
  if (currency === undefined || (wanted !== undefined && wanted !== currency)) return false;
  return amounts.get(exponentOf(currency)) === amount;
}

/** Point or comma before the decimals; the other one separates thousands. */
function toMinorUnits(text: string, exponent: number): number | undefined {
  const match = /^(-?)(\d{1,3}(?:([.,'])\d{3}(?:\3\d{3})*)?|\d{1,15})(?:([.,])(\d{1,3}))?$/.exec(
    text,
  );
  if (!match) return undefined;
  const [, sign = '', whole = '', grouping, point, decimals = ''] = match;
  if (point !== undefined && point === grouping) return undefined;
  if (decimals.length > exponent) return undefined;
  const digits = whole.replaceAll(/\D/g, '') + decimals.padEnd(exponent, '0');
  const amount = Number(`${sign}${digits}`);
  return Number.isSafeInteger(amount) ? amount : undefined;
}
