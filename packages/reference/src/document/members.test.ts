import { expect, it } from 'vitest';
import { membersOf } from './members.ts';
import type { Schema } from './model.ts';
import { code, notesOf, typeInWords } from './schema-words.ts';

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const schemas = new Map<string, Schema>([
  [
    'Money',
    { type: 'object', properties: { amount: { type: 'integer', description: 'Minor units.' } } },
  ],
  ['Tree', { type: 'object', properties: { parts: { type: 'array', items: ref('Tree') } } }],
  ['__schema0', { anyOf: [{ type: 'string' }, { type: 'array', items: ref('__schema0') }] }],
]);

it.each<[Schema, string]>([
  [{ type: 'string' }, 'string'],
  [{ type: ['string', 'null'] }, 'string or null'],
  [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, 'integer or null'],
  [{ type: 'string', format: 'date-time' }, 'time (RFC 3339)'],
  [{ enum: ['a', 'b|c'] }, '`a`, `b|c`'],
  [{ const: 'list' }, '`list`'],
  [{ type: 'array', items: ref('Money') }, 'list of [Money](/docs/schemas/Money)'],
  [{ type: 'object', additionalProperties: { type: 'integer' } }, 'object of integer'],
  [{ type: 'object', additionalProperties: ref('__schema0') }, 'object of any JSON'],
  [{}, 'any JSON'],
])('describes the type of %j', (schema, words) => {
  expect(typeInWords(schema)).toBe(words);
});

it('lists only useful bounds', () => {
  expect(notesOf({ type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER })).toEqual([
    'at least 1',
  ]);
  expect(
    notesOf({ anyOf: [{ type: 'string', minLength: 1, maxLength: 9 }, { type: 'null' }] }),
  ).toEqual(['1 to 9 characters']);
  expect(notesOf({ type: 'integer', default: 7, examples: [12_900] })).toEqual([
    'default `7`',
    'for example `12900`',
  ]);
});

it('shows any value as code', () => {
  expect(code('a`b')).toBe('``a`b``');
  expect(code('`')).toBe('`` ` ``');
  expect(code(null)).toBe('`null`');
});

it('shows nested members, deprecated ones last', () => {
  const schema: Schema = {
    properties: {
      old: { type: 'string', deprecated: true },
      price: { anyOf: [ref('Money'), { type: 'null' }] },
      lines: { type: 'array', items: { type: 'object', properties: { text: { type: 'string' } } } },
    },
    required: ['lines'],
  };
  const shape = (named: 'linked' | 'unfolded') =>
    membersOf(schema, schemas, named).map(({ name, isRequired, members }) => [
      name,
      isRequired,
      members.map((each) => each.name),
    ]);
  expect(shape('unfolded')).toEqual([
    ['price', false, ['amount']],
    ['lines', true, ['text']],
    ['old', false, []],
  ]);
  expect(shape('linked')[0]).toEqual(['price', false, []]);
});

it('stops at recursive schemas', () => {
  const [parts] = membersOf(ref('Tree'), schemas, 'unfolded');
  expect(parts?.members).toHaveLength(1);
  expect(
    membersOf({ properties: { any: ref('__schema0') } }, schemas, 'unfolded')[0]?.members,
  ).toEqual([]);
});
