import { describe, expect, it } from 'vitest';
import { slopeOf, thirdsOf } from './trend.ts';

describe('the slope', () => {
  it('is that of a line', () => {
    expect(slopeOf([0, 1, 2, 5].map((x) => ({ x, y: 3 - 2 * x })))).toBeCloseTo(-2);
  });

  it('is not affected by a few outliers', () => {
    const points = Array.from({ length: 21 }, (_, x) => ({ x, y: x % 7 === 3 ? 1_000 : x / 2 }));
    expect(slopeOf(points)).toBeCloseTo(0.5, 1);
  });

  it('is 0 for one point, and for none', () => {
    expect([slopeOf([]), slopeOf([{ x: 1, y: 5 }])]).toEqual([0, 0]);
  });
});

it('has thirds of equal length except for the first', () => {
  expect(thirdsOf([1, 2, 3, 4, 5, 6, 7, 8])).toEqual({
    first: [1, 2, 3, 4],
    second: [5, 6],
    last: [7, 8],
  });
});
