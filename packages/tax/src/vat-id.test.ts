import { describe, expect, it } from 'vitest';
import published from './published-vat-ids.json' with { type: 'json' };
import { parseVatId } from './vat-id.ts';

const byPrefix: Readonly<Record<string, readonly string[]>> = published;
const prefixes = Object.keys(byPrefix);
/** Numbers of persons in these countries have check digits by several rules: their form alone counts. */
const LENIENT: readonly string[] = ['BG', 'CZ', 'LV'];

it('knows numbers of every member state and its neighbours', () => {
  expect(prefixes).toHaveLength(31);
  expect(Object.values(byPrefix).flat().length).toBeGreaterThan(650);
});

describe.each(prefixes)('the published numbers of %s', (prefix) => {
  const numbers = byPrefix[prefix] ?? [];

  it('are taken', () => {
    expect(numbers.filter((value) => parseVatId(value) === undefined)).toEqual([]);
  });

  it.skipIf(LENIENT.includes(prefix))('are refused with one digit changed', () => {
    const changed = numbers.flatMap(oneDigitChanged);
    const taken = changed.filter((value) => parseVatId(value) !== undefined);
    // A few schemes give two remainders the same check digit, and the British have two schemes.
    const most = ['GB', 'XI'].includes(prefix) ? 0.06 : 0.03;
    expect(changed.length).toBeGreaterThan(5);
    expect(taken.length / changed.length, taken.slice(0, 3).join(' ')).toBeLessThan(most);
  });
});

it.each(['DE123456780', 'FR00000000000', 'DE000000000', 'ATU00000000', 'IT00000000001'])(
  'refuses the check digits of %s',
  (value) => {
    expect(parseVatId(value)).toBeUndefined();
  },
);

/** Every number that has another digit in one place, behind the prefix. */
function oneDigitChanged(value: string): readonly string[] {
  return [...value].flatMap((digit, at) => {
    // Dutch ids end with a free number, Swiss and Norwegian ones with letters.
    const isChecked = /\d/.test(digit) && !(value.startsWith('NL') && at > 11);
    if (at < 2 || !isChecked) return [];
    return [1, 4, 7].map((step) => {
      const other = (Number(digit) + step) % 10;
      return value.slice(0, at) + other + value.slice(at + 1);
    });
  });
}
