import { expect, it } from 'vitest';
import { countQuickDeaths, restartDelayMs } from './restart-delay.ts';

it('restarts immediately, then with a delay that grows to 2 s', () => {
  const delays = [1, 2, 3, 4, 5, 6, 60].map(restartDelayMs);
  expect(delays).toEqual([0, 250, 500, 1000, 2000, 2000, 2000]);
});

it('resets after a process has lived for a while', () => {
  expect(countQuickDeaths(4, 100)).toBe(5);
  expect(countQuickDeaths(4, 10_000)).toBe(1);
});
