import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasExpired, readExpiry } from './expiry.ts';

const NOW = Date.UTC(2026, 0, 31, 23, 59);

describe('the expiry of a card', () => {
  it.each([
    '12/29',
    '1229',
    '12 / 2029',
    '12/2029',
    '122029',
    ' 12 / 29 ',
    '12-29',
    '12.29',
    '12 29',
    '2029-12',
  ])('%j is December 2029', (text) => {
    expect(readExpiry(text, NOW)).toEqual({ month: 12, year: 2029 });
  });

  it('accepts a one-digit month with a separator', () => {
    expect(readExpiry('2/29', NOW)).toEqual({ month: 2, year: 2029 });
  });

  it.each([
    '',
    '12',
    '129',
    '13/29',
    '00/29',
    '1/',
    '12/9',
    '12/029',
    '12//29',
    '٠١/٢٩',
    '29-12-01',
    '2029/12',
  ])('%j is refused', (text) => {
    expect(readExpiry(text, NOW)).toBeUndefined();
  });

  it('is read in every notation', () => {
    const month = fc.integer({ min: 1, max: 12 });
    const year = fc.integer({ min: 2000, max: 2099 });
    const between = fc.constantFrom('/', ' / ', '-', '.', ' ', '');
    fc.assert(
      fc.property(month, year, between, fc.boolean(), (month, year, between, isShort) => {
        const digits = String(year).slice(isShort ? 2 : 0);
        const text = `${String(month).padStart(2, '0')}${between}${digits}`;
        expect(readExpiry(text, NOW)).toEqual({ month, year });
      }),
    );
  });
});

it('ends with its month, also in December', () => {
  expect(hasExpired({ month: 1, year: 2026 }, NOW)).toBe(false);
  expect(hasExpired({ month: 1, year: 2026 }, Date.UTC(2026, 1, 1))).toBe(true);
  expect(hasExpired({ month: 12, year: 2025 }, Date.UTC(2025, 11, 31, 23))).toBe(false);
  expect(hasExpired({ month: 12, year: 2025 }, Date.UTC(2026, 0, 1))).toBe(true);
});
