import { describe, expect, it } from 'vitest';
import { readLimit } from '../web/core/limits.ts';
import { monthLater, nextEnds } from '../web/core/periods.ts';

const rhythm = (interval: 'day' | 'week' | 'month' | 'year', interval_count = 1) => ({
  ...{ interval, interval_count },
  billing_cycle_anchor: '2026-01-31T10:00:00.000Z',
});
const days = (end: string, ...args: Parameters<typeof rhythm>) =>
  nextEnds(end, rhythm(...args), 3).map((at) => at.slice(0, 10));

describe('the next ends of a period', () => {
  it('fall on the anchor day, or on the last day of a shorter month', () => {
    expect(days('2026-02-28T10:00:00.000Z', 'month')).toEqual([
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
    ]);
    expect(days('2026-01-31T10:00:00.000Z', 'month', 3)).toEqual([
      '2026-01-31',
      '2026-04-30',
      '2026-07-31',
    ]);
    expect(days('2027-01-31T10:00:00.000Z', 'year')).toEqual([
      '2027-01-31',
      '2028-01-31',
      '2029-01-31',
    ]);
  });

  it('advance by days and weeks', () => {
    expect(days('2026-02-27T10:00:00.000Z', 'day', 2)[1]).toBe('2026-03-01');
    expect(days('2026-12-28T10:00:00.000Z', 'week')[1]).toBe('2027-01-04');
  });
});

it('a month later is the same time of day', () => {
  expect(monthLater('2026-01-31T10:30:00.000Z')).toBe('2026-02-28T10:30:00.000Z');
});

it.each([
  ['"token";q=200;w=2', '"token";r=199;t=1', { requests: 200, seconds: 2, left: 199 }],
  ['', '', null],
  ['"token";q=200;w=2', 'nonsense', null],
])('reads %j and %j', (policy, now, expected) => {
  expect(readLimit(policy, now)).toEqual(expected);
});
