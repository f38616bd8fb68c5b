import { expect, it } from 'vitest';
import { toRuns } from './runs.ts';

const HEBREW = '\u05e9\u05dc\u05d5\u05dd';

it('left-to-right text is one run, and empty text has none', () => {
  expect(toRuns('Roses, 12 (red)')).toEqual({ runs: ['Roses, 12 (red)'], isRightToLeft: false });
  expect(toRuns('')).toEqual({ runs: [], isRightToLeft: false });
});

it('a Hebrew line with many groups of digits reads from right to left', () => {
  const groups = Array.from({ length: 20 }, (_, index) => `${index + 10}`);
  const { runs, isRightToLeft } = toRuns(`${HEBREW} ${groups.join(' ')} ${HEBREW}`);
  expect(isRightToLeft).toBe(true);
  expect(runs.join('')).toBe(`${HEBREW} ${groups.toReversed().join(' ')} ${HEBREW}`);
});

it.each(['\u202e', '\u202b', '\u2067'])(
  'a direction control reorders Latin text: %j',
  (control) => {
    expect(toRuns(`a ${control}b (c`).runs.length).toBeGreaterThan(1);
  },
);

it('a line with too many direction changes stays in stored order', () => {
  const text = `a${HEBREW}`.repeat(50);
  expect(toRuns(text).runs).toEqual([text]);
});
