import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Field, Kind } from './schema.ts';
import { bodyOf, toValue } from './values.ts';

const field = (kind: Kind, path = 'amount', isNullable = true): Field => ({
  path: path.split('.'),
  kind,
  isNullable,
  isRequired: false,
  description: '',
  values: [],
});

it.each([
  ['whole', '12900', 12_900],
  ['whole', 'null', null],
  ['number', '0.5', 0.5],
  ['flag', true, true],
  ['flag', 'false', false],
  ['text', 'null', 'null'],
  ['list', ['a', 'b'], ['a', 'b']],
  ['map', ['order=20=41', 'empty='], { order: '20=41', empty: '' }],
  ['json', '[{"a":1}]', [{ a: 1 }]],
] as const)('%s: %j is %j', (kind, given, value) => {
  expect(toValue(field(kind), given)).toEqual(value);
});

it.each([
  ['whole', '129.00', '--amount 129.00: has to be a whole number; amounts are minor units'],
  ['flag', 'yes', '--amount yes: has to be true or false'],
  ['map', ['order'], '--amount order: has to be name=value'],
  ['json', '{', '--amount is no JSON'],
] as const)('%s: %j is refused', (kind, given, message) => {
  expect(() => toValue(field(kind), given)).toThrow(message);
});

it('a body combines a file with options that override it', () => {
  const file = join(tmpdir(), `florin-cli-${process.pid}.json`);
  writeFileSync(file, '{"amount":1,"address":{"city":"Ulm","country":"DE"}}');
  const said = [
    [field('whole', 'amount'), 2],
    [field('text', 'address.country'), 'AT'],
    [field('text', '__proto__.polluted'), 'yes'],
  ] as const;
  const body = bodyOf(`@${file}`, said);
  expect(JSON.stringify(body)).toBe(
    '{"amount":2,"address":{"city":"Ulm","country":"AT"},"__proto__":{"polluted":"yes"}}',
  );
  expect('polluted' in {}).toBe(false);
  expect(() => bodyOf('[1]', [])).toThrow('--data has to be a JSON object');
  expect(() => bodyOf('@/nowhere', [])).toThrow('--data @/nowhere: ENOENT');
});
