import { expect, it } from 'vitest';
import { isInstant, toInstant } from './instants.ts';

it('writes instants as they are, the same one twice and another after it', () => {
  const [first, second] = [1_769_817_600_123, 1_769_817_600_124];
  for (const ms of [first, first, second, first, 0, -1])
    expect(toInstant(ms)).toBe(new Date(ms).toISOString());
  expect(() => toInstant(Number.NaN)).toThrow(RangeError);
  expect(toInstant(first)).toBe('2026-01-31T00:00:00.123Z');
});

it('writes more instants than it keeps, and again', () => {
  const many = Array.from({ length: 200 }, (_, index) => 1_769_817_600_000 + (index % 150) * 1_000);
  for (const ms of many) expect(toInstant(ms)).toBe(new Date(ms).toISOString());
});

it.each([
  '2026-02-30T00:00:00.000Z',
  '2026-01-31T24:00:00.000Z',
  '2026-01-31T00:00:00.000+',
  '2026-01-31t00:00:00.000Z',
  '2026-01-31T00:00:00Z',
  '+002026-01-31T00:00:00.0',
  '',
])('takes %s for none, whatever was one before it', (text) => {
  expect(isInstant('2026-01-31T00:00:00.000Z')).toBe(true);
  expect(isInstant(text)).toBe(false);
  expect(isInstant('2026-01-31T00:00:00.000Z')).toBe(true);
  expect(isInstant('2026-01-31T00:00:00.001Z')).toBe(true);
});
