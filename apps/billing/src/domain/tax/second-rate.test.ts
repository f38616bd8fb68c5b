import type { TableRate } from '@florin/tax';
import { expect, it } from 'vitest';
import { findDouble } from './second-rate.ts';

const rateOf = (change: Partial<TableRate> = {}): TableRate => ({
  ...{ name: 'USt.', percentage: '19', country: 'DE', region: null, class: 'standard' },
  ...{ from: null, until: null, ...change },
});
const ended = rateOf({ from: '2026-01-01', until: '2026-06-30' });

it.each([
  ['the same place, class and days', rateOf(), rateOf({ percentage: '7' }), true],
  ['another class', rateOf(), rateOf({ class: 'reduced' }), false],
  ['a region beside its country', rateOf(), rateOf({ region: 'BY' }), false],
  ['the day after the end', ended, rateOf({ from: '2026-07-01' }), false],
  ['the last day', ended, rateOf({ from: '2026-06-30' }), true],
  ['the first day', ended, rateOf({ until: '2026-01-01' }), true],
  ['the day before the first', ended, rateOf({ until: '2025-12-31' }), false],
  ['GST and PST', rateOf({ country: 'CA' }), rateOf({ country: 'CA' }), false],
])('%s', (_title, first, second, isDouble) => {
  expect(findDouble([first], second)).toBe(isDouble ? first : undefined);
});

it('lets a rate end that shares days with another already, and not begin to', () => {
  const open = rateOf({ from: '2026-01-01' });
  expect(findDouble([ended], { ...open, until: '2026-12-31' }, open)).toBeUndefined();
  const next = rateOf({ from: '2026-07-01' });
  expect(findDouble([next], { ...ended, until: null }, ended)).toBe(next);
});
