import { expect, it } from 'vitest';
import { toStored } from './retries.ts';

const again = { outcome: 'again', reason: 'away' } as const;

it('retries at growing intervals, and gives up after two days', () => {
  const waits: number[] = [];
  for (let attempts = 1; ; attempts += 1) {
    const outcome = toStored(again, attempts);
    if (outcome.status !== 'waiting') {
      expect(outcome).toEqual({ status: 'failed', reason: 'away' });
      break;
    }
    waits.push(outcome.inMs);
  }
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  const hours = waits.reduce((sum, ms) => sum + ms, 0) / 3_600_000;
  expect(hours).toBeGreaterThan(46);
  expect(hours).toBeLessThan(50);
});

it('makes sent, rejected and obsolete emails final', () => {
  expect(toStored({ outcome: 'sent' }, 1)).toEqual({ status: 'sent', reason: null });
  expect(toStored({ outcome: 'refused', reason: 'unknown' }, 1).status).toBe('failed');
  expect(toStored({ outcome: 'dropped', reason: 'paid' }, 1).status).toBe('dropped');
});
