import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PeriodRule, periodBoundary } from './period.ts';

function boundaries(
  anchor: string,
  rule: Partial<PeriodRule>,
  indexes: readonly number[],
): string[] {
  const whole = {
    anchorAt: Date.parse(anchor),
    timezone: 'UTC',
    interval: 'month',
    intervalCount: 1,
    ...rule,
  } as const;
  return indexes.map((index) => new Date(periodBoundary(whole, index)).toISOString());
}

describe('periodBoundary', () => {
  it('clamps to the end of a short month, and returns to the anchor day', () => {
    expect(boundaries('2026-01-31T10:00:00Z', {}, [0, 1, 2, 3])).toEqual([
      '2026-01-31T10:00:00.000Z',
      '2026-02-28T10:00:00.000Z',
      '2026-03-31T10:00:00.000Z',
      '2026-04-30T10:00:00.000Z',
    ]);
  });

  it('returns to 29 February after four years', () => {
    expect(boundaries('2028-02-29T00:00:00Z', { interval: 'year' }, [1, 4])).toEqual([
      '2029-02-28T00:00:00.000Z',
      '2032-02-29T00:00:00.000Z',
    ]);
  });

  it('preserves the local time of day across a clock change', () => {
    const zurich = { timezone: 'Europe/Zurich' };
    expect(boundaries('2026-03-15T23:30:00Z', zurich, [0, 1])).toEqual([
      '2026-03-15T23:30:00.000Z',
      '2026-04-15T22:30:00.000Z',
    ]);
  });

  it('counts days in the time zone rather than in UTC', () => {
    // 1 February 00:30 in Auckland: there, the next month is March, while UTC is still in January.
    const auckland = { timezone: 'Pacific/Auckland' };
    expect(boundaries('2026-01-31T11:30:00Z', auckland, [1])).toEqual(['2026-02-28T11:30:00.000Z']);
  });

  it('always moves forward', () => {
    const rule = fc.record({
      // From 2013 on: at the end of 2011, Samoa skipped a whole day.
      anchorAt: fc.integer({ min: 1_356_998_400, max: 4_000_000_000 }).map((at) => at * 1_000),
      timezone: fc.constantFrom('UTC', 'Europe/Zurich', 'America/New_York', 'Pacific/Apia'),
      interval: fc.constantFrom('day', 'week', 'month', 'year'),
      intervalCount: fc.integer({ min: 1, max: 12 }),
    });
    fc.assert(
      fc.property(rule, fc.integer({ min: 0, max: 60 }), (rule, index) => {
        expect(periodBoundary(rule, index + 1)).toBeGreaterThan(periodBoundary(rule, index));
        expect(periodBoundary(rule, 0)).toBe(rule.anchorAt);
      }),
    );
  });
});
