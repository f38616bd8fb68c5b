import { expect, it } from 'vitest';
import { rotatingShare } from './rotating-share.ts';

const items = Array.from({ length: 100 }, (_, index) => index);

it('includes each item once in as many consecutive turns as there are shares', () => {
  const taken = [7, 8, 9].map((turn) => rotatingShare(items, 3, turn));
  expect(taken.map(({ length }) => length)).toEqual([34, 33, 33].toReversed());
  expect(taken.flat().toSorted((a, b) => a - b)).toEqual(items);
});
