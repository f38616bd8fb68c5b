import type { z } from 'zod';
import { showControls } from '../fields/controls.ts';
import { nearestName } from './nearest-name.ts';

type Issue = z.core.$ZodRawIssue;
type IssueOf<Code extends Issue['code']> = Extract<Issue, { readonly code: Code }>;

export const REQUIRED = 'is required';
const SEE = 'see GET /v1/openapi.json';

/** Describes an invalid value whose schema has no custom message. Covers every zod issue code. */
export function inWords(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return ofType(issue);
    case 'invalid_value':
      return oneOf(issue.values.map(String), issue.input);
    case 'too_small':
      return atLeast(issue);
    case 'too_big':
      return atMost(issue);
    case 'invalid_format':
      return ofFormat(issue);
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'unrecognized_keys':
      return `has unknown members ${enumerateKeys(issue.keys)}; omit them`;
    case 'invalid_union':
      return issue.input === undefined ? REQUIRED : `matches none of the accepted forms; ${SEE}`;
    case 'invalid_key':
      return `has a member with an invalid name; ${SEE}`;
    case 'invalid_element':
      return `has an invalid item; ${SEE}`;
    case 'custom':
      return `has an invalid value; ${SEE}`;
    default:
      return issue satisfies never;
  }
}

const types: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  bigint: 'an integer',
  boolean: 'true or false',
  array: 'an array',
  tuple: 'an array',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

function ofType({ expected, input }: IssueOf<'invalid_type'>): string {
  if (input === undefined) return REQUIRED;
  const wanted = Object.hasOwn(types, expected) ? types[expected] : undefined;
  return wanted === undefined ? `has an invalid type; ${SEE}` : `must be ${wanted}`;
}

/** Units of values with a length; other values are compared by size. */
const units: Readonly<Record<string, string>> = {
  string: 'characters',
  array: 'items',
  set: 'items',
  map: 'members',
  object: 'members',
  file: 'bytes',
};

interface Bound {
  readonly origin: string;
  readonly bound: number | bigint;
  readonly inclusive: boolean | undefined;
  readonly exact: boolean | undefined;
}

function atLeast({ origin, minimum: bound, inclusive, exact }: IssueOf<'too_small'>): string {
  if (origin === 'string' && bound === 1 && !exact) return 'must not be empty';
  return within({ origin, bound, inclusive, exact }, ['at least', 'more than']);
}

function atMost({ origin, maximum: bound, inclusive, exact }: IssueOf<'too_big'>): string {
  return within({ origin, bound, inclusive, exact }, ['at most', 'less than']);
}

function within(
  { origin, bound, inclusive = true, exact = false }: Bound,
  [closed, open]: readonly [string, string],
): string {
  const size = exact ? 'exactly' : inclusive ? closed : open;
  const unit = Object.hasOwn(units, origin) ? units[origin] : undefined;
  if (unit !== undefined) return `must have ${size} ${bound} ${unit}`;
  return `must be ${size} ${origin === 'date' ? new Date(Number(bound)).toISOString() : bound}`;
}

const formats: Readonly<Record<string, string>> = {
  email: 'must be an email address',
  url: 'must be a URL',
  uuid: 'must be a UUID',
  date: 'must be a date, for example 2026-01-31',
  datetime: 'must be an ISO 8601 time, for example 2026-01-31T00:00:00Z',
};

function ofFormat({ format }: IssueOf<'invalid_format'>): string {
  const known = Object.hasOwn(formats, format) ? formats[format] : undefined;
  return known ?? `has an invalid format; ${SEE}`;
}

/** A longer enumeration would not help the reader. */
const VALUES_MAX = 6;

function oneOf(values: readonly string[], input: unknown): string {
  if (values.length <= VALUES_MAX)
    return `must be ${values.length > 1 ? 'one of ' : ''}${values.join(', ')}`;
  const nearest = typeof input === 'string' ? nearestName(input, values) : undefined;
  const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
  return `must be one of the ${values.length} values in GET /v1/openapi.json${hint}`;
}

const KEYS_MAX = 3;

function enumerateKeys(keys: readonly string[]): string {
  const more = keys.length - KEYS_MAX;
  const named = keys.slice(0, KEYS_MAX).map(nameInWords).join(', ');
  return more > 0 ? `${named} and ${more} more` : named;
}

const NAME_LENGTH_MAX = 60;

/** A name chosen by the sender, shortened for a message. */
export function nameInWords(name: string): string {
  const text = showControls(name.toWellFormed());
  return text.length > NAME_LENGTH_MAX ? `${text.slice(0, NAME_LENGTH_MAX).toWellFormed()}…` : text;
}
