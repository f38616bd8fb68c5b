import { invalid } from './failure.ts';

/** A value of a form: a text, list or group. */
export type FormValue = string | FormValue[] | { [name: string]: FormValue };
export type Form = Readonly<Record<string, FormValue>>;

const FIELDS_MAX = 1_000;

/** Reads `a[b][0]=c` as Stripe's clients write it. */
export function readForm(text: string): Form {
  const root: Record<string, FormValue> = Object.create(null);
  const pairs = [...new URLSearchParams(text)];
  if (pairs.length > FIELDS_MAX) throw invalid('too many parameters');
  for (const [name, value] of pairs) {
    const [first = '', ...rest] = name.replaceAll(']', '').split('[');
    put(root, [first, ...rest], value);
  }
  return toLists(root) as Form;
}

function put(into: Record<string, FormValue>, [name = '', ...rest]: string[], value: string): void {
  // `a[]=b` appends to a list.
  const key = name === '' ? String(Object.keys(into).length) : name;
  if (rest.length === 0) {
    into[key] = value;
    return;
  }
  const below = into[key];
  const group = typeof below === 'object' && !Array.isArray(below) ? below : Object.create(null);
  into[key] = group;
  put(group, rest, value);
}

function toLists(value: FormValue): FormValue {
  if (typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([name, item]) => [name, toLists(item)] as const);
  const isList = entries.length > 0 && entries.every(([name], index) => name === String(index));
  return isList ? entries.map(([, item]) => item) : Object.fromEntries(entries);
}

export function textOf(form: Form, name: string): string | undefined {
  const value = form[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function mustText(form: Form, name: string): string {
  const text = textOf(form, name);
  if (text === undefined)
    throw invalid(`Missing required param: ${name}.`, { code: 'parameter_missing', param: name });
  return text;
}

/** @throws StripeFailure unless it is a whole number */
export function intOf(form: Form, name: string): number | undefined {
  const text = textOf(form, name);
  if (text === undefined) return undefined;
  if (/^-?\d{1,12}$/.test(text)) return Number(text);
  throw invalid(`Invalid integer: ${text}`, { code: 'parameter_invalid_integer', param: name });
}

export function flagOf(form: Form, name: string): boolean {
  return textOf(form, name) === 'true';
}

export function groupOf(form: Form, name: string): Form {
  const value = form[name];
  return typeof value === 'object' && !Array.isArray(value) ? value : {};
}

export function listOf(form: Form, name: string): readonly FormValue[] {
  const value = form[name];
  return Array.isArray(value) ? value : [];
}

/** Metadata of an object after a form; an empty text removes a key. */
export function metadataOf(form: Form, before: Record<string, string> = {}) {
  const given = Object.entries(groupOf(form, 'metadata')).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  const all = [...Object.entries(before), ...given];
  return Object.fromEntries(new Map(all.filter(([name]) => name !== ''))) as Record<string, string>;
}
