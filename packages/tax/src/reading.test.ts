import { describe, expect, it } from 'vitest';
import { parsePercentage } from './percentage.ts';
import { builtInTable, parseTable, ratesOn } from './table.ts';
import { isEuCountry, parseVatId } from './vat-id.ts';

it.each([
  ['19', '19'],
  ['19.00', '19'],
  ['8.875', '8.875'],
  ['0', '0'],
  ['100', '100'],
  ['100.0001', undefined],
  ['-1', undefined],
  ['1e1', undefined],
  ['19,5', undefined],
  ['8.87501', undefined],
])('parses the percentage %s as %s', (text, percentage) => {
  expect(parsePercentage(text)).toBe(percentage);
});

it.each([
  ['de 136.695.976', { value: 'DE136695976', country: 'DE', isEu: true }],
  ['EL094259216', { value: 'EL094259216', country: 'GR', isEu: true }],
  ['ATU13585627', { value: 'ATU13585627', country: 'AT', isEu: true }],
  ['CHE-123.456.788 MWST', { value: 'CHE123456788MWST', country: 'CH', isEu: false }],
  ['XI 432 5251 79', { value: 'XI432525179', country: 'GB', isEu: true }],
  ['GB980780684', { value: 'GB980780684', country: 'GB', isEu: false }],
])('parses the VAT ID %s', (text, id) => {
  expect(parseVatId(text)).toEqual(id);
});

it.each(['', 'DE', 'DE13669597', 'DE1366959760', 'GR094259216', 'US12-3456789', 'DE13669597O'])(
  'rejects a VAT ID of the form %s',
  (text) => {
    expect(parseVatId(text)).toBeUndefined();
  },
);

describe('the built-in rate table', () => {
  const days = ['2019-01-01', '2023-06-01', '2024-12-31', '2026-01-01', '2030-01-01'];

  it('has one standard rate per member state on any day', () => {
    const countries = new Set(builtInTable.map(({ country }) => country));
    expect([...countries].filter(isEuCountry)).toHaveLength(27);
    for (const country of countries)
      for (const today of days)
        expect(
          ratesOn(builtInTable, { country, region: null }, 'standard', today),
          `${country} on ${today}`,
        ).toHaveLength(1);
  });

  it('never has two rates of a class at a time', () => {
    for (const { country, region: code, class: productClass } of builtInTable)
      for (const today of days) {
        // Local rates have a name instead of an ISO 3166-2 code.
        const isLocal = /^[a-z_]+$/.test(code ?? '');
        const place = isLocal ? { region: null, localRates: code } : { region: code };
        expect(
          ratesOn(builtInTable, { country, ...place }, productClass, today),
          `${country}, ${code}, ${productClass}, ${today}`,
        ).toHaveLength(1);
      }
  });
});

it("reports errors in an operator's table", () => {
  const rate = { country: 'DE', class: 'standard', name: 'VAT', percentage: '19.0' };
  expect(() => parseTable(JSON.stringify({ source: 'x', rates: [rate] }))).toThrow(/percentage/);
  expect(() => parseTable('{"rates": []}')).toThrow(/source/);
});
