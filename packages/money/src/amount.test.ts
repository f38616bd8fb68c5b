import { expect, it } from 'vitest';
import { BALANCE_MINOR_MAX, toJsonAmount } from './amount.ts';

it('keeps every amount up to 2^53 − 1 exact', () => {
  expect(toJsonAmount(BALANCE_MINOR_MAX)).toBe(9_007_199_254_740_991);
  expect(toJsonAmount(-BALANCE_MINOR_MAX)).toBe(-9_007_199_254_740_991);
});

it('refuses what a JSON number would round', () => {
  expect(() => toJsonAmount(BALANCE_MINOR_MAX + 1n)).toThrow(RangeError);
  expect(() => toJsonAmount(-BALANCE_MINOR_MAX - 1n)).toThrow(RangeError);
});
