import { describe, expect, it } from 'vitest';
import { median, quantile, spreadOf } from './statistics.ts';

describe('a quantile', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);

  it('is the value below which a share of all lies', () => {
    expect(quantile(hundred, 0.5)).toBe(51);
    expect(quantile(hundred, 0.99)).toBe(100);
    expect(quantile(hundred, 0)).toBe(1);
    expect(quantile([7], 0.99)).toBe(7);
  });

  it('compares numbers, not their digits', () => {
    expect(quantile([9, 10, 100], 0.99)).toBe(100);
  });

  it('is NaN without values', () => {
    expect(quantile([], 0.5)).toBeNaN();
  });
});

describe('a median', () => {
  it('is the middle value, or the mean of the two middle ones', () => {
    expect(median([10, 9, 100])).toBe(10);
    expect(median([1, 2, 3, 10])).toBe(2.5);
    expect(median([4])).toBe(4);
    expect(median([])).toBeNaN();
  });
});

it('a spread ranges from the minimum to the maximum', () => {
  expect(spreadOf([3, 1, 2])).toEqual({ min: 1, median: 2, max: 3 });
});
