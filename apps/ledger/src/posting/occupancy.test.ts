import { expect, it } from 'vitest';
import { makeOccupancy } from './occupancy.ts';

it('sums up the time of all items, including those still present', () => {
  let now = 5_000;
  const { enter, leave, seconds } = makeOccupancy(() => now);
  now += 1_000;
  expect(seconds()).toBe(0);
  enter();
  now += 500;
  enter();
  now += 1_000;
  expect(seconds()).toBe(2.5);
  leave();
  now += 2_000;
  expect(seconds()).toBe(4.5);
  leave();
  now += 9_000;
  expect(seconds()).toBe(4.5);
});
