import { expect, it } from 'vitest';
import { csvHead, toCsv, toJsonLines, withDecimals } from './csv.ts';

it('quotes characters that would end a cell or a line', () => {
  expect(csvHead(['a', 'b'])).toBe('a,b\r\n');
  const rows = [
    { a: 'x, "y"\nz', b: -5n, c: 'not asked for' },
    { a: null, b: 7 },
  ];
  expect(toCsv(rows, ['a', 'b'])).toBe('"x, ""y""\nz",-5\r\n,7\r\n');
});

it.each(['a;b', 'a\tb', 'a\rb', 'a\nb', 'a,b', 'a;=1+1', 'a\n=1+1'])(
  'is one cell for a program that splits at any of them: %j',
  (text) => {
    expect(toCsv([{ a: text, b: 7 }], ['a', 'b'])).toBe(`"${text}",7\r\n`);
  },
);

it.each(['=1+1', '+1', '-1', '@sum', '\t=1', '\r=1'])(
  'is not a formula for a spreadsheet: %j',
  (text) => {
    expect(toCsv([{ a: text }], ['a']).replace(/^"/, '')).toMatch(/^'/);
  },
);

it('refuses sums that a JSON number would round', () => {
  const most = 9_007_199_254_740_991n;
  expect(toJsonLines([{ a: most, b: -most }])).toBe(`{"a":${most},"b":-${most}}\n`);
  expect(() => toJsonLines([{ tax: most + 1n }])).toThrow(`tax: a sum exceeds ${most}`);
  expect(toCsv([{ tax: most + 1n }], ['tax'])).toBe(`${most + 1n}\r\n`);
});

it('adds amounts in major units, in the currency of the row, without a quote before a minus sign', () => {
  const rows = withDecimals(
    [
      { a: -11_900n, currency: 'EUR' },
      { a: 5n, currency: 'JPY' },
      { a: 5n, currency: 'KWD' },
      { a: null, currency: 'EUR' },
      { a: 5n, currency: null },
    ],
    ['a'],
  );
  const columns = ['a', 'a_decimal'];
  expect(toCsv(rows, columns)).toBe('-11900,-119.00\r\n5,5\r\n5,0.005\r\n,\r\n5,\r\n');
  const german = { delimiter: ';', decimalMark: ',', bom: true } as const;
  expect(csvHead(columns, german)).toBe('\uFEFFa;a_decimal\r\n');
  expect(toCsv(rows.slice(0, 1), columns, german)).toBe('-11900;-119,00\r\n');
  const mixed = { ...german, delimiter: ',' } as const;
  expect(toCsv(rows.slice(0, 1), columns, mixed)).toBe('-11900,"-119,00"\r\n');
  expect(toJsonLines(rows.slice(0, 1))).toBe(
    '{"a":-11900,"currency":"EUR","a_decimal":"-119.00"}\n',
  );
});

it('writes one JSON object per line', () => {
  expect(toJsonLines([{ a: 1n, b: '=1' }, { a: null }])).toBe('{"a":1,"b":"=1"}\n{"a":null}\n');
});
