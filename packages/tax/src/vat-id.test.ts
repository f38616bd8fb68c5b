import { describe, expect, it } from 'vitest';
import published from './published-vat-ids.json' with { type: 'json' };
import { parseVatId } from './vat-id.ts';

const byPrefix: Readonly<Record<string, readonly string[]>> = published;
const prefixes = Object.keys(byPrefix);
/**
 * Numbers of persons in these countries follow several schemes, so only their format is checked.
 */
const LENIENT: readonly string[] = ['BG', 'CZ', 'LV'];

it('accepts numbers of every member state and its neighbors', () => {
  expect(prefixes).toHaveLength(31);
  expect(Object.values(byPrefix).flat().length).toBeGreaterThan(650);
});

describe.each(prefixes)('the published numbers of %s', (prefix) => {
  const numbers = byPrefix[prefix] ?? [];

  it('are valid', () => {
    expect(numbers.filter((value) => parseVatId(value) === undefined)).toEqual([]);
  });

  it.skipIf(LENIENT.includes(prefix))('are refused with one digit changed', () => {
    const changed = numbers.flatMap(oneDigitChanged);
    const taken = changed.filter((value) => parseVatId(value) !== undefined);
    // Some schemes map two remainders to one check digit, and the UK has two schemes.
    const most = ['GB', 'XI'].includes(prefix) ? 0.06 : 0.03;
    expect(changed.length).toBeGreaterThan(5);
    expect(taken.length / changed.length, taken.slice(0, 3).join(' ')).toBeLessThan(most);
  });
});

it.each(['DE123456780', 'FR00000000000', 'DE000000000', 'ATU00000000', 'IT00000000001'])(
  'rejects wrong check digits of %s',
  (value) => {
    expect(parseVatId(value)).toBeUndefined();
  },
);

/** All variants of a number with one digit after the prefix changed. */
function oneDigitChanged(value: string): readonly string[] {
  return [...value].flatMap((digit, at) => {
    // Dutch ids end with an unchecked number, Swiss and Norwegian ids with letters.
    const isChecked = /\d/.test(digit) && !(value.startsWith('NL') && at > 11);
    if (at < 2 || !isChecked) return [];
    return [1, 4, 7].map((step) => {
      const other = (Number(digit) + step) % 10;
      return value.slice(0, at) + other + value.slice(at + 1);
    });
  });
}
