import { expect, it } from 'vitest';
import { shrink } from './shrink.ts';

it.each([[[3]], [[0, 99]], [[5, 6, 41]], [[]]])('leaves just what it takes: %j', (needed) => {
  const items = Array.from({ length: 100 }, (_, index) => index);
  const fails = (left: readonly number[]) => needed.every((item) => left.includes(item));
  expect(shrink(items, fails)).toEqual(needed);
});
