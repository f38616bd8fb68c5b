import { expect, it } from 'vitest';
import { makeRandom, pick } from './seeded.ts';

const draw = (seed: number) => {
  const random = makeRandom(seed);
  return Array.from({ length: 1_000 }, random);
};

it('random numbers depend on their seed alone', () => {
  expect(draw(1)).toEqual(draw(1));
  expect(draw(1)).not.toEqual(draw(2));
});

it('random numbers fill the range from 0 to 1 evenly', () => {
  const tenths = draw(3).map((value) => Math.floor(value * 10));
  for (let tenth = 0; tenth < 10; tenth += 1)
    expect(tenths.filter((value) => value === tenth).length).toBeGreaterThan(60);
  expect(tenths.every((tenth) => tenth >= 0 && tenth < 10)).toBe(true);
});

it('every item is picked at some time', () => {
  const random = makeRandom(1);
  const picked = new Set(Array.from({ length: 100 }, () => pick(random, ['a', 'b', 'c'])));
  expect([...picked].sort()).toEqual(['a', 'b', 'c']);
  expect(() => pick(random, [])).toThrow('no items to pick');
});
