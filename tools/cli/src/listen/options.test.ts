import { expect, it } from 'vitest';
import type { ShownEvent } from './events.ts';
import { toSince, typesOf } from './options.ts';

const event = (type: string) => ({ type }) as ShownEvent;

it('filters one type by the API, and several locally', () => {
  expect(typesOf([]).type).toBeUndefined();
  expect(typesOf([]).matches(event('user.created'))).toBe(true);
  expect(typesOf(['payment.*']).type).toBe('payment.*');
  const { type, matches } = typesOf(['payment.*, invoice.paid', 'user.created']);
  expect(type).toBeUndefined();
  const seen = ['payment.failed', 'invoice.paid', 'invoice.sent', 'user.created'];
  expect(seen.filter((it) => matches(event(it)))).toEqual([
    'payment.failed',
    'invoice.paid',
    'user.created',
  ]);
});

it('parses durations and instants', () => {
  const since = toSince('2h').getTime();
  expect(Date.now() - since).toBeGreaterThanOrEqual(7_200_000);
  expect(toSince('2026-01-31T12:00Z').toISOString()).toBe('2026-01-31T12:00:00.000Z');
  expect(() => toSince('yesterday')).toThrow('--since yesterday: say 1h');
});
