import { expect, it } from 'vitest';
import { csvHead, toCsv, toJsonLines } from './csv.ts';

it('quotes what would end a cell or a line', () => {
  expect(csvHead(['a', 'b'])).toBe('a,b\r\n');
  const rows = [
    { a: 'x, "y"\nz', b: -5n, c: 'not asked for' },
    { a: null, b: 7 },
  ];
  expect(toCsv(rows, ['a', 'b'])).toBe('"x, ""y""\nz",-5\r\n,7\r\n');
});

it.each(['=1+1', '+1', '-1', '@sum', '\t=1', '\r=1'])(
  'is no formula for a spreadsheet: %j',
  (text) => {
    expect(toCsv([{ a: text }], ['a']).replace(/^"/, '')).toMatch(/^'/);
  },
);

it('is one JSON object a line', () => {
  expect(toJsonLines([{ a: 1n, b: '=1' }, { a: null }])).toBe('{"a":1,"b":"=1"}\n{"a":null}\n');
});
