import { newId, toPublicId } from '@florin/contracts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  currencyField,
  languageField,
  nameField,
  referenceFilter,
  timezoneField,
} from './fields.ts';
import { idParams } from './ids.ts';

const id = toPublicId('account', newId());

/** Texts with different properties that patterns check. */
const texts = [
  ...['a', 'Ada Lovelace', ' a ', '\u00e9', '\u{1f600}', 'a\u200eb', '.', 'x'.repeat(36)],
  ...['', ' ', '\t', '\u00a0', '\ufeff', 'a\nb', 'a\u0000', '\u0085a', 'a\u202eb', '\u2066'],
  ...[
    'USD',
    'usd',
    'US',
    'USDX',
    'U1D',
    'en',
    'de-CH',
    'english',
    'e',
    'en-',
    'en_US',
    'zh-Hant-TW',
  ],
  ...['Europe/Zurich', 'UTC', '+01:00', 'Etc/GMT+1', '1UTC', 'Europe Zurich'],
  ...[id, id.toUpperCase(), id.slice(1), `${id}0`, `usr${id.slice(3)}`, `acc_${'8'.repeat(26)}`],
];

function patternOf(schema: z.ZodType): RegExp {
  const { pattern } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  if (pattern === undefined) throw new Error('the schema has no pattern');
  return new RegExp(pattern, 'u');
}

describe('a documented pattern', () => {
  const params = idParams({ id: 'account' }) as unknown as z.ZodObject<{ id: z.ZodType }>;

  it.each<[string, z.ZodType]>([
    ['a name', nameField],
    ['a filter of references', referenceFilter],
    ['an id', params.shape.id],
  ])('for %s matches exactly the accepted texts', (_what, schema) => {
    const pattern = patternOf(schema);
    for (const text of texts)
      expect([text, pattern.test(text)]).toEqual([text, schema.safeParse(text).success]);
  });

  // These values are from lists; the pattern describes only their shape.
  it.each<[string, z.ZodType]>([
    ['a currency', currencyField],
    ['a language', languageField],
    ['a time zone', timezoneField],
  ])('for %s matches every accepted text', (_what, schema) => {
    const pattern = patternOf(schema);
    const taken = texts.filter((text) => schema.safeParse(text).success);
    expect(taken.length).toBeGreaterThan(0);
    for (const text of taken) expect([text, pattern.test(text)]).toEqual([text, true]);
    expect(texts.every((text) => pattern.test(text))).toBe(false);
  });
});
