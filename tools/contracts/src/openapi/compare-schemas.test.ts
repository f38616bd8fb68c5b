import { idPatternOf } from '@florin/contracts';
import { describe, expect, it } from 'vitest';
import { compareSchemas } from './compare-schemas.ts';
import type { Direction, Schema, Schemas } from './schema.ts';

const text: Schema = { type: 'string' };
const nothing: Schema = { type: 'null' };

function compare(direction: Direction, old: Schema, now: Schema, schemas: Schemas = {}) {
  return compareSchemas('x', { schema: old, schemas }, { schema: now, schemas }, direction);
}

function object(properties: Record<string, Schema>, required: string[] = []): Schema {
  return { type: 'object', properties, required };
}

type Case = [what: string, old: Schema, now: Schema, problem: string];

const broken: Record<Direction, Case[]> = {
  request: [
    ['another type', text, { type: 'integer' }, 'x: type string became integer'],
    [
      'whole numbers only',
      { type: 'number' },
      { type: 'integer' },
      'x: type number became integer',
    ],
    ['a type where there was none', {}, text, 'x: type any became string'],
    ['null refused', { type: ['string', 'null'] }, text, 'x: type null became string'],
    ['a choice removed', { anyOf: [text, nothing] }, text, 'x: type null became string'],
    ['a value removed', { enum: ['a', 'b'] }, { enum: ['a'] }, 'x: no longer accepts b'],
    ['a list where there was none', text, { ...text, enum: ['a'] }, 'x: accepts only a now'],
    ['a constant where there was none', text, { ...text, const: 'a' }, 'x: accepts only a now'],
    ['a form', text, { ...text, format: 'ipv4' }, 'x: format became ipv4'],
    [
      'another form',
      { ...text, format: 'date' },
      { ...text, format: 'email' },
      'x: format became email',
    ],
    ['a pattern', text, { ...text, pattern: '^a' }, 'x: pattern became ^a'],
    ['a higher least', { minimum: 1 }, { minimum: 2 }, 'x: minimum 1 became 2'],
    ['a lower most', { maximum: 9 }, { maximum: 8 }, 'x: maximum 9 became 8'],
    [
      'a least that is excluded',
      { exclusiveMinimum: 0 },
      { exclusiveMinimum: 1 },
      'x: exclusiveMinimum 0 became 1',
    ],
    [
      'a most that is excluded',
      { exclusiveMaximum: 2 },
      { exclusiveMaximum: 1 },
      'x: exclusiveMaximum 2 became 1',
    ],
    ['a least length', {}, { minLength: 2 }, 'x: minLength (none) became 2'],
    ['a most length', { maxLength: 9 }, { maxLength: 8 }, 'x: maxLength 9 became 8'],
    ['fewer items', { maxItems: 9 }, { maxItems: 8 }, 'x: maxItems 9 became 8'],
    ['more items', { minItems: 0 }, { minItems: 1 }, 'x: minItems 0 became 1'],
    ['a field removed', object({ a: text }), object({}), 'x.a: was removed'],
    ['a field required', object({ a: text }), object({ a: text }, ['a']), 'x.a: became required'],
    ['a new required field', object({}), object({ a: text }, ['a']), 'x.a: became required'],
    [
      'fields of any name refused',
      { type: 'object', additionalProperties: true },
      { ...object({}), additionalProperties: false },
      'x: refuses fields of any name',
    ],
    [
      'other fields narrowed',
      { additionalProperties: text },
      { additionalProperties: { type: 'integer' } },
      'x.*: type string became integer',
    ],
    [
      'names narrowed',
      { propertyNames: text },
      { propertyNames: { ...text, maxLength: 3 } },
      'x.<name>: maxLength (none) became 3',
    ],
    [
      'something deep inside',
      object({ a: { type: 'array', items: object({ b: text }) } }),
      object({ a: { type: 'array', items: object({ b: { type: 'integer' } }) } }),
      'x.a[].b: type string became integer',
    ],
  ],
  response: [
    ['another type', text, { type: 'integer' }, 'x: type string became integer'],
    ['any type', text, {}, 'x: type string became any'],
    ['null where there was none', text, { anyOf: [text, nothing] }, 'x: type string became null'],
    ['another constant', { const: 'list' }, { const: 'page' }, 'x: is no longer always list'],
    ['no constant', { const: 'list' }, text, 'x: is no longer always list'],
    ['another form', { ...text, format: 'uuid' }, text, 'x: format uuid became any'],
    ['a field removed', object({ a: text }), object({}), 'x.a: was removed'],
    [
      'a field that was always there',
      object({ a: text }, ['a']),
      object({ a: text }),
      'x.a: is no longer always there',
    ],
    [
      'something deep inside',
      object({ a: { type: 'array', items: object({ b: text }) } }),
      object({ a: { type: 'array', items: object({ b: { type: 'integer' } }) } }),
      'x.a[].b: type string became integer',
    ],
  ],
};

const kept: Record<Direction, [what: string, old: Schema, now: Schema][]> = {
  request: [
    ['any number', { type: 'integer' }, { type: 'number' }],
    ['no type', text, {}],
    ['null', text, { type: ['string', 'null'] }],
    ['another choice', { anyOf: [text] }, { anyOf: [nothing, text] }],
    ['another value', { enum: ['a'] }, { enum: ['b', 'a'] }],
    ['any value', { ...text, enum: ['a'] }, text],
    [
      'fields refused that were left out',
      object({}),
      { ...object({}), additionalProperties: false },
    ],
    ['wider limits', { minimum: 2, maximum: 3 }, { minimum: 1 }],
    ['an optional field', object({}), object({ a: text })],
    ['a field that need not be', object({ a: text }, ['a']), object({ a: text })],
    ['a form that validators held before it was named', text, { ...text, format: 'email' }],
    ['a length likewise', text, { ...text, maxLength: 254 }],
    ['a pattern of ids', text, { ...text, pattern: idPatternOf('account') }],
    ['no form', { ...text, format: 'email', pattern: '@' }, text],
  ],
  response: [
    ['a value that clients do not know', { enum: ['a'] }, { enum: ['a', 'b'] }],
    ['fewer values', { enum: ['a', 'b'] }, { enum: ['a'] }],
    ['null no longer', { type: ['string', 'null'] }, text],
    ['other limits', { maxLength: 3 }, { maxLength: 9, minLength: 1 }],
    ['a new field', object({}), object({ a: text }, ['a'])],
    ['a field that is always there', object({ a: text }), object({ a: text }, ['a'])],
  ],
};

describe.each(['request', 'response'] as const)('in a %s', (direction) => {
  it.each(broken[direction])('objects to %s', (_what, old, now, problem) => {
    expect(compare(direction, old, now)).toEqual([problem]);
  });

  it.each(kept[direction])('allows %s', (_what, old, now) => {
    expect(compare(direction, old, now)).toEqual([]);
  });

  it('objects to unsupported keywords', () => {
    const multiple: object = { multipleOf: 3 };
    expect(compare(direction, {}, multiple)).toEqual([
      'x: "multipleOf" cannot be compared: teach tools/contracts',
    ]);
  });
});

describe('named schemas', () => {
  const tree: Schema = object({ children: { type: 'array', items: { $ref: '#/s/Tree' } } });

  it('are compared by content', () => {
    const sides = [{ Id: text }, { Id: { type: 'integer' } }] as const;
    const [old, now] = sides.map((schemas) => ({ schema: { $ref: '#/s/Id' }, schemas }));
    if (!old || !now) throw new Error('there are two sides');
    expect(compareSchemas('x', old, now, 'request')).toEqual(['x: type string became integer']);
  });

  it('may be recursive', () => {
    expect(compare('request', { $ref: '#/s/Tree' }, { $ref: '#/s/Tree' }, { Tree: tree })).toEqual(
      [],
    );
  });

  it('must exist', () => {
    expect(() => compare('request', { $ref: '#/s/Tree' }, text)).toThrow('has no target');
  });
});
