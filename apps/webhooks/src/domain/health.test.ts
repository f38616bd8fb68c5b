import { expect, it } from 'vitest';
import { decideHealth, HEALTHY } from './endpoint.ts';

const HOUR_MS = 3_600_000;
const at = (hour: number) => new Date(Date.UTC(2026, 0, 31, hour));
const decide = (before = HEALTHY, successes: readonly boolean[] = [], hour = 12) =>
  decideHealth(before, successes, at(hour), HOUR_MS);
const since = (hour: number, isPublished = false) => ({ failingSince: at(hour), isPublished });

it.each([
  ['works', HEALTHY, [true, true], HEALTHY],
  ['had no attempt', since(3), [], since(3)],
  ['fails for the first time', HEALTHY, [true, false], since(12)],
  ['works again', since(3, true), [false, true], HEALTHY],
  ['fails again after a success', since(3, true), [true, false], since(12)],
  ['fails for less than an hour', since(12), [false], since(12)],
  ['fails for an hour', since(11), [false], since(11, true)],
  ['still fails, and was already reported', since(3, true), [false], since(3, true)],
])('an endpoint that %s', (_, before, successes, after) => {
  expect(decide(before, successes)).toEqual(after);
});

it.each([
  [HEALTHY, [true]],
  [since(12), [false]],
  [since(3, true), [false, false]],
])('returns the same object if nothing changes: %j after %j', (before, successes) => {
  expect(decide(before, successes)).toBe(before);
});
