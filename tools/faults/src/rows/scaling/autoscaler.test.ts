import { expect, it } from 'vitest';
import { makeAutoscaler } from './autoscaler.ts';

const scaling = { min: 1, max: 4, target: 10, downAfterMs: 20 };

it('scales to the number of replicas at which each has the target, within its bounds', () => {
  expect(makeAutoscaler(scaling)(1, 25, 0)).toBe(3);
  expect(makeAutoscaler(scaling)(2, 14, 0)).toBe(3);
  expect(makeAutoscaler(scaling)(3, 90, 0)).toBe(4);
  expect(makeAutoscaler(scaling)(1, 0, 0)).toBe(1);
});

it('does not react close to the target', () => {
  for (const average of [9.1, 10, 10.9]) expect(makeAutoscaler(scaling)(3, average, 0)).toBe(3);
});

it('scales up immediately, and down only after a while', () => {
  const decide = makeAutoscaler(scaling);
  expect(decide(3, 10, 0)).toBe(3);
  expect(decide(3, 2, 10)).toBe(3);
  expect(decide(3, 2, 25)).toBe(1);
  expect(decide(1, 30, 26)).toBe(3);
});
