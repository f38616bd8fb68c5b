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

it.each(['a;b', 'a\tb', 'a\rb', 'a\nb', 'a,b', 'a;=1+1', 'a\n=1+1'])(
  'is one cell for a reader that splits at any of them: %j',
  (text) => {
    expect(toCsv([{ a: text, b: 7 }], ['a', 'b'])).toBe(`"${text}",7\r\n`);
  },
);

it.each(['=1+1', '+1', '-1', '@sum', '\t=1', '\r=1'])(
  'is no formula for a spreadsheet: %j',
  (text) => {
    expect(toCsv([{ a: text }], ['a']).replace(/^"/, '')).toMatch(/^'/);
  },
);

it('refuses sums that a JSON number would round', () => {
  const most = 9_007_199_254_740_991n;
  expect(toJsonLines([{ a: most, b: -most }])).toBe(`{"a":${most},"b":-${most}}\n`);
  expect(() => toJsonLines([{ tax: most + 1n }])).toThrow(`tax: a sum passes ${most}`);
  expect(toCsv([{ tax: most + 1n }], ['tax'])).toBe(`${most + 1n}\r\n`);
});

it('is one JSON object a line', () => {
  expect(toJsonLines([{ a: 1n, b: '=1' }, { a: null }])).toBe('{"a":1,"b":"=1"}\n{"a":null}\n');
});
