import { commitTurn, rotatingShare } from '@florin/testing';
import type { Operation, Schema } from './operations.ts';
import type { RawCall } from './raw-call.ts';

/** A body and its name. */
export interface HostileBody {
  readonly name: string;
  readonly type: string | undefined;
  readonly body: string | Buffer;
}

const JSON_TYPE = 'application/json';
const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

/** Bodies that are invalid for every operation. */
export const hostileBodies: readonly HostileBody[] = [
  ...(
    [
      ['broken JSON', '{"email": "a@example.com"'],
      ['a trailing comma', '{"a": 1,}'],
      ['two values', '{} {}'],
      ['a byte order mark', '\ufeff{}'],
      ['NaN', '{"amount": NaN}'],
      ['a comment', '{} // fine'],
      ['single quotes', "{'a': 1}"],
      ['text', '"text"'],
      ['a number', '1'],
      ['null', 'null'],
      ['true', 'true'],
      ['an array', '[]'],
      ['an array of objects', '[{"email": "a@example.com"}]'],
      ['deep arrays', deep(50_000)],
      ['deep objects', '{"a":'.repeat(15_000)],
      ['blanks', '   '],
      ['a prototype', '{"__proto__": {"role": "admin"}, "constructor": {"prototype": {}}}'],
      ['many members', `{${Array.from({ length: 6_000 }, (_, i) => `"k${i}":${i}`).join()}}`],
      ['a long text', JSON.stringify({ name: 'x'.repeat(100_000) })],
      ['XML', '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a/>'],
    ] as const
  ).map(([name, body]) => ({ name, type: JSON_TYPE, body })),
  { name: 'broken UTF-8', type: JSON_TYPE, body: Buffer.from([0x22, 0xff, 0xfe, 0x22]) },
  { name: 'no content type', type: undefined, body: '{}' },
  { name: 'an empty content type', type: '', body: '{}' },
  { name: 'text as content type', type: 'text/plain', body: '{}' },
  { name: 'a nonsense content type', type: 'json; ;;=', body: '{}' },
  { name: 'a content type like JSON', type: 'application/jsonp', body: '{}' },
  { name: 'a form', type: 'application/x-www-form-urlencoded', body: 'amount=1&amount=2&a[b]=c' },
  { name: 'a form of parts', type: 'multipart/form-data; boundary=x', body: '--x--' },
  { name: 'another charset', type: 'application/json; charset=utf-16', body: '{}' },
];

/** Values for any member, as JSON text: of wrong types, and at or beyond the limits of types. */
const hostileValues: readonly string[] = [
  'null',
  'true',
  '""',
  '"a\\u0000b"',
  '"\\udc00\\ud800"',
  '"\\u202e\\ufeff"',
  '"a\\nb"',
  `"'; drop table users; --"`,
  '"__proto__"',
  '"{{7*7}}../../%s%n"',
  `"${'x'.repeat(50_000)}"`,
  '-0',
  '-1',
  '1.5',
  '1e2',
  '1e400',
  '1000000000000',
  '9007199254740993',
  '123456789012345678901234567890',
  '[null]',
  '{}',
  '{"a": 1, "a": 2}',
  '{"a": [9007199254740993]}',
  '{"__proto__": null, "\\u0000": 1}',
  `{"a": ${deep(20_000)}}`,
];

/** Values that are invalid for every member. */
export const NEVER_TAKEN = /: (-?\d{16,}|1e400|\{"a": 1, "a"|\{"a": \[9)/;
/** Also invalid for members that people read. */
export const NEVER_SHOWN = /(name|reference|external_id|customer_id): "(\\u202e|a\\nb)/;

/** Chooses the hostile values for one member, parameter or operation. */
export type Choose = <Value>(schema: unknown, values: readonly Value[]) => readonly Value[];

const all: Choose = (_schema, values) => values;
const SHARES = { first: 3, later: 12 };

/**
 * A third of the values at the first use of a schema, then a twelfth, since equal schemas share a
 * parser. The share rotates with each use and commit.
 */
export function chooseByRepetition(turn = commitTurn): Choose {
  const seen = new Map<string, number>();
  return (schema, values) => {
    const key = JSON.stringify(schema, withoutAnnotation);
    const count = seen.get(key) ?? 0;
    seen.set(key, count + 1);
    const [shares, start] = count === 0 ? [SHARES.first, seen.size] : [SHARES.later, count];
    return turn === undefined ? values : rotatingShare(values, shares, start + turn);
  };
}

const ANNOTATIONS = ['description', 'examples', 'title', 'default'];
const withoutAnnotation = (name: string, value: unknown) =>
  ANNOTATIONS.includes(name) ? undefined : value;

/** Valid bodies except for one member, which takes each chosen hostile value. */
export function* bodiesOf(
  operation: Operation,
  samples: Samples,
  choose: Choose = all,
): Generator<HostileBody> {
  const properties = Object.entries(operation.body?.properties ?? {});
  const members = new Map(
    properties.map(([name, schema]) => [name, sampleOf(name, schema, samples)]),
  );
  for (const [name, schema] of properties)
    for (const value of choose(schema, hostileValues)) {
      const body = [...members].map(([other, sample]) =>
        other === name ? `${JSON.stringify(name)}:${value}` : `${JSON.stringify(other)}:${sample}`,
      );
      yield {
        name: `${name}: ${value.slice(0, 30)}`,
        type: JSON_TYPE,
        body: `{${body.join()}}`,
      };
    }
}

/** Values that cannot be generated: by member name, as JSON text. */
export type Samples = Readonly<Record<string, string>>;

/** A roughly valid value for a schema; a text without a sample. */
function sampleOf(name: string, schema: Schema, samples: Samples): string {
  const sample = samples[name];
  if (sample !== undefined) return sample;
  const [first] = schema.enum ?? [];
  if (first !== undefined) return JSON.stringify(first);
  const types = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap(
    ({ type }) => type ?? [],
  );
  if (types.includes('string')) return '"text"';
  if (types.includes('integer') || types.includes('number')) return '1';
  if (types.includes('boolean')) return 'true';
  return types.includes('array') ? '[]' : '{}';
}

/** Path segments that are no valid id. */
export const hostileSegments: readonly string[] = [
  'x',
  '0',
  '-1',
  'null',
  '%20',
  '%27%20or%201%3D1--',
  '%C3%A9',
  '%F0%9F%98%80',
  '%ff',
  '%c0%af',
  '%ED%A0%80',
  '%0d%0aSet-Cookie:a=b',
  '%01',
  '*',
  'acc_',
  'acc_00000000000000000000000000',
  'acc_7zzzzzzzzzzzzzzzzzzzzzzzzz',
  'ACC_01H455VB4PEX5VSKNK084SN02Q',
  'txn_01h455vb4pex5vsknk084sn02q',
  'usr_01h455vb4pex5vsknk084sn02q',
  'evt_01h455vb4pex5vsknk084sn02qx',
  '01890a5d-ac96-774b-bcce-b302099a8057',
  'a'.repeat(4_000),
];

/** Paths without a route, some with an invalid request frame. */
export const hostilePaths: readonly string[] = [
  '//',
  '/v1//account',
  '//v1/account',
  '/v1/account//',
  '/v1/account/',
  '/v1/account/x/y/z',
  '/v1/%00',
  '/v1/account%00',
  '/v1/account%2fbalance',
  '/v1/account%5cbalance',
  '/v1\\account',
  '/v1/../v1/account',
  '/v1/./account',
  '/v1/%2e%2e/account',
  '/v1/account;a=b',
  '/v1/account%',
  '/v1/account%zz',
  '/%61dmin',
  '/.env',
  '/.git/config',
  '/v1/openapi.json/..',
  `/v1/${'a'.repeat(10_000)}`,
  `/v1/account?${'a=b&'.repeat(3_500)}`,
  `/v1/${'a/'.repeat(2_000)}b`,
  `/${'x'.repeat(40_000)}`,
];

/** Query strings for any GET, with unknown parameters. */
export const hostileQueries: readonly string[] = [
  'nobody=knows&this=1',
  '__proto__[a]=1&constructor=2',
  'a=%',
  'a=%00&%00=b',
  '%',
  '&&&===',
];

/**
 * Values for any parameter, as in a query string: of wrong types, and at or beyond the limits of
 * types.
 */
const hostileParameters: readonly string[] = [
  '',
  '%00',
  'a%00b',
  '%ED%A0%80',
  '%ff',
  '%',
  '%zz',
  '%u0000',
  '%0d%0aSet-Cookie:a=b',
  '%E2%80%AE%EF%BB%BF',
  '%25_%5C',
  '%27;drop%20table%20users;--',
  '__proto__',
  '%F0%9F%98%80'.repeat(300),
  '0',
  '-1',
  '-0',
  '1.5',
  '1e3',
  '1e400',
  '9007199254740993',
  '99999999999999999999',
  'NaN',
  'infinity',
  '-infinity',
  'null',
  '2026-02-30',
  '9999-99-99',
  '0001-01-01T00:00:00Z',
  '-271821-04-20T00:00:00Z',
  '%2B275760-09-13T00:00:00Z',
  '2026-12-31T23:59:60Z',
  'txn_7zzzzzzzzzzzzzzzzzzzzzzzzz',
];

/** Queries with one hostile parameter: each parameter with each value in each notation. */
export function queriesOf({ parameters }: Operation, choose: Choose = all): readonly string[] {
  return parameters
    .filter((parameter) => parameter.in === 'query')
    .flatMap(({ name, schema }) => choose(schema, withHostile(name)));
}

/** Forms with one hostile field. */
export function formsOf({ fields }: Operation): readonly string[] {
  return fields.flatMap(withHostile);
}

function withHostile(name: string): readonly string[] {
  const shapes = [name, `${name}=1&${name}=2`, `${name}[]=1`, `${name}[a]=1`, `${name}%00=1`];
  return [...hostileParameters.map((value) => `${name}=${value}`), ...shapes];
}

/** Authorization headers without a valid token. */
export const hostileTokens: readonly NonNullable<RawCall['headers']>[] = [
  {},
  { Authorization: '' },
  { Authorization: 'Bearer' },
  { Authorization: 'Bearer ' },
  { Authorization: 'Bearer garbage' },
  { Authorization: 'Bearer a.b.c' },
  { Authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.' },
  { Authorization: `Bearer ${'x'.repeat(8_000)}` },
  { Authorization: 'Basic YWRtaW46YWRtaW4=' },
  { Authorization: 'Bearer sk_live_nothing' },
  { Authorization: 'Bearer \u00e9' },
  { Authorization: ['Bearer a', 'Bearer b'] },
  { 'X-Internal-Caller': 'k1.e30.AAAA', 'X-Forwarded-For': '127.0.0.1' },
];
