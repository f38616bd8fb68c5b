import { expect, it } from 'vitest';
import { makeLoadMeter, threadComputedMs } from './load.ts';

it('is the share of time in which the thread computes, over at least a second', () => {
  const clock = { now: 0, computed: 0 };
  const measure = makeLoadMeter(
    () => clock.now,
    () => clock.computed,
  );
  const after = (ms: number, computed: number) => {
    clock.now += ms;
    clock.computed += computed;
    return measure(0);
  };
  expect(after(900, 900)).toBe(0);
  expect(after(100, 0)).toBe(0.9);
  expect(after(500, 0)).toBe(0.9);
  expect(after(500, 250)).toBe(0.25);
  expect(after(60_000, 600)).toBe(0.01);
  expect(after(1_000, 1_200)).toBe(1);
});

it('is the share of open requests if that is higher', () => {
  const measure = makeLoadMeter(
    () => 0,
    () => 0,
  );
  expect([0, 32, 128, 500].map(measure)).toEqual([0, 0.25, 1, 1]);
});

it("measures this thread's computing time", () => {
  const before = threadComputedMs();
  const until = performance.now() + 50;
  while (performance.now() < until);
  const computed = threadComputedMs() - before;
  expect(computed).toBeGreaterThan(0);
  expect(computed).toBeLessThan(1_000);
});
