import { expect, it } from 'vitest';
import { makeRing } from './ring.ts';

it('keeps the latest items, gives the oldest, and skips unsuitable ones', () => {
  const ring = makeRing<number>(3);
  expect(ring.take()).toBeUndefined();
  expect(ring.at(0.5)).toBeUndefined();
  for (const item of [1, 2, 3, 4]) ring.add(item);
  expect(ring.isFull()).toBe(true);
  expect([ring.at(0), ring.at(0.99)]).toEqual([2, 4]);
  expect(ring.take((item) => item > 2)).toBeUndefined();
  expect(ring.take()).toBe(2);
  expect(ring.isFull()).toBe(false);
});
