import { expect, it } from 'vitest';
import { decideBackoff } from './delivery.ts';

it.each([
  ['there was no attempt', 3, [], { failures: 3, pauseMs: 0 }],
  ['some failed in between', 0, [true, false, true], { failures: 0, pauseMs: 0 }],
  ['the last ones failed', 9, [true, false, false], { failures: 2, pauseMs: 0 }],
  ['the fifth in a row failed', 3, [false, false], { failures: 5, pauseMs: 1_000 }],
  ['failures continue', 7, [false], { failures: 8, pauseMs: 8_000 }],
  [
    'failures continue for a very long time',
    1_000_000,
    [false],
    { failures: 1_000_001, pauseMs: 300_000 },
  ],
  ['a probe succeeded', 1_000, [true], { failures: 0, pauseMs: 0 }],
] as const)('when %s', (_what, before, successes, standing) => {
  expect(decideBackoff(before, successes, 1_000)).toEqual(standing);
});
