import { expect, it } from 'vitest';
import { cacheableMs } from './revocation.ts';

const now = new Date('2026-03-01T12:00:00Z');

it.each([
  ['a principal without an expiry', null, 300_000],
  ['a principal that expires later', '2026-03-01T12:05:00.001Z', 300_000],
  ['a principal that expires sooner', '2026-03-01T12:04:59.999Z', 299_999],
  ['a principal about to expire', '2026-03-01T12:00:00.001Z', 1],
])('a gateway caches %s', (_what, end, expected) => {
  expect(cacheableMs(end === null ? null : new Date(end), now)).toBe(expected);
});
