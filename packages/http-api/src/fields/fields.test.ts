import { describe, expect, it } from 'vitest';
import {
  amountField,
  currencyField,
  languageField,
  metadataField,
  nameField,
  referenceField,
  referenceFilter,
  timezoneField,
} from './fields.ts';
import { instantField } from './instants.ts';

const accepts = (schema: { safeParse(value: unknown): { success: boolean } }, value: unknown) =>
  schema.safeParse(value).success;

describe('an amount', () => {
  it.each([1, 1e2, 999_999_999_999])('accepts %j', (amount) => {
    expect(amountField.parse(amount)).toBe(BigInt(amount));
  });

  it.each([0, -1, 1.5, 1_000_000_000_000, 2 ** 53, Number.NaN, Infinity, '100', null, true, [1]])(
    'refuses %j',
    (amount) => {
      expect(accepts(amountField, amount)).toBe(false);
    },
  );
});

describe('metadata', () => {
  const deep = (levels: number): unknown =>
    JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`);

  it.each([[{}], [{ a: [1, 'x', null, { b: true }] }], [deep(20)]])('accepts %j', (metadata) => {
    expect(metadataField.parse(metadata)).toEqual(metadata);
  });

  it.each([
    ['null', null],
    ['an array', []],
    ['text', 'a'],
    ['51 keys', Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`k${i}`, i]))],
    ['more than 16 KB', { a: 'x'.repeat(16_384) }],
    ['NUL', { a: '\0' }],
    ['NUL in a key', { 'a\0': 1 }],
    ['a lone surrogate', { a: ['\ud800'] }],
    ['an infinite number', JSON.parse('{"a":1e400}')],
    ['10 000 levels', deep(10_000)],
  ])('refuses %s', (_name, metadata) => {
    expect(accepts(metadataField, metadata)).toBe(false);
  });
});

describe('a name', () => {
  it('counts characters, not UTF-16 units', () => {
    expect(accepts(nameField, '🙂'.repeat(200))).toBe(true);
    expect(accepts(nameField, '🙂'.repeat(201))).toBe(false);
  });

  it.each(['', '   ', 'a\0b', '\ud800', 1, null])('refuses %j', (name) => {
    expect(accepts(nameField, name)).toBe(false);
  });
});

describe('a name or reference', () => {
  it.each([
    ['a\nb', 'U+000A at character 2'],
    ['\ta', 'U+0009 at character 1'],
    ['🙂🙂\u001b[2J', 'U+001B at character 3'],
    ['a\u007f', 'U+007F at character 2'],
    ['a\u009b', 'U+009B at character 2'],
    ['invoice \u202egnp.exe', 'U+202E at character 9'],
    ['\u202a', 'U+202A at character 1'],
    ['\u2066a\u2069', 'U+2066 at character 1'],
  ])('%j is refused with a reason', (value, what) => {
    for (const field of [nameField, referenceField]) {
      const [issue] = field.safeParse(value).error?.issues ?? [];
      expect(issue?.message).toBe(`must not contain ${what}, an invisible character`);
    }
    // Stored references must remain searchable.
    expect(accepts(referenceFilter, value)).toBe(true);
  });

  it.each(['Zoë — 東京 🚀', '👩‍👩‍👧', 'عميل ٧', 'שלום\u200f!', 'a\u200eb\u061c', 'na\u00adme'])(
    'accepts %j',
    (value) => {
      expect(nameField.parse(value)).toBe(value);
    },
  );
});

describe('an instant', () => {
  it.each([
    ['2026-01-31T00:00:00Z', '2026-01-31T00:00:00.000Z'],
    ['2026-01-31T01:30:00+01:30', '2026-01-31T00:00:00.000Z'],
    ['2026-01-31T00:00:00.123456Z', '2026-01-31T00:00:00.123Z'],
    ['2026-01-31', '2026-01-31T00:00:00.000Z'],
    ['2026-01-31T00:00:00', '2026-01-31T00:00:00.000Z'],
    ['2026-01-31T00:00', '2026-01-31T00:00:00.000Z'],
    ['20260131T000000', '2026-01-31T00:00:00.000Z'],
    ['2026-01-31T00:00:00.123456', '2026-01-31T00:00:00.123Z'],
    ['2026-01-31T01:30:00 01:30', '2026-01-31T00:00:00.000Z'],
    ['2026-01-31T01:30:00 0130', '2026-01-31T00:00:00.000Z'],
    ['2026-01-31T01:00 01', '2026-01-31T00:00:00.000Z'],
    ['2026-01-30T22:30:00-01:30', '2026-01-31T00:00:00.000Z'],
    ['-271821-04-20T00:00:00Z', '0000-01-01T00:00:00.000Z'],
    ['+275760-09-13T00:00:00Z', '+275760-09-13T00:00:00.000Z'],
  ])('%s as `from` is %s', (text, expected) => {
    expect(new Date(instantField('from').parse(text)).toISOString()).toBe(expected);
  });

  it('extends a bare date to its last millisecond', () => {
    const at = new Date(instantField('to').parse('2026-01-31')).toISOString();
    expect(at).toBe('2026-01-31T23:59:59.999Z');
  });

  it.each([
    '2026-02-30',
    '2026-02-30T00:00:00Z',
    '2026-02-30T00:00:00',
    '2026-01-31T25:00:00',
    '2026-01-31T00:00:00 ',
    '2026-01-31T00:00:00  01:00',
    '2026-01-31T00:00:00 -01:00',
    '2026-01-31T00:00:00 Z',
    '2026-01-31T00:00:00 01:00 01:00',
    '2026-01-31T',
    'infinity',
    'now',
    '',
    '0',
    '2026-01-31T00:00:00Z[UTC]',
    '2026-13-01T00:00:00Z',
  ])('refuses %j', (text) => {
    expect(accepts(instantField('from'), text)).toBe(false);
  });
});

it.each([
  ['europe/zurich', 'Europe/Zurich'],
  ['utc', 'UTC'],
  ['Asia/Kolkata', 'Asia/Kolkata'],
  ['asia/calcutta', 'Asia/Calcutta'],
  ['+01:00', undefined],
  ['Europe/Atlantis', undefined],
  ['', undefined],
])('reads the time zone %j as %j', (name, spelled) => {
  expect(timezoneField.safeParse(name).data).toBe(spelled);
});

it.each([
  ['de', 'de'],
  ['DE-ch', 'de-CH'],
  ['zh-hant-tw', 'zh-Hant-TW'],
  ['deu', 'de'],
  ['iw', 'he'],
  ['tlh', 'tlh'],
  ['english', undefined],
  ['en_US', undefined],
  ['en-', undefined],
  [`en-x-${'abcdefgh-'.repeat(4)}a`, undefined],
  ['', undefined],
])('reads the language %j as %j', (tag, canonical) => {
  expect(languageField.safeParse(tag).data).toBe(canonical);
});

it('reads a currency in either case', () => {
  expect(currencyField.parse('usd')).toBe('USD');
  expect(accepts(currencyField, 'XXX')).toBe(false);
});
