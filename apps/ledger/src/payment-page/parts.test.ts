import { expect, it } from 'vitest';
import { formatInstant } from './parts.ts';

it.each([
  ['en', 'UTC', /^January 31, 2026 at 12:00.PM UTC$/],
  ['de-CH', 'Europe/Zurich', /^31\. Januar 2026 um 13:00 MEZ$/],
])('shows an instant in %s of %s', (locale, zone, shown) => {
  expect(formatInstant(Date.UTC(2026, 0, 31, 12), locale, zone)).toMatch(shown);
});
