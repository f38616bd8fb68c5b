import { expect, it } from 'vitest';
import { standingOf } from './standing.ts';

it.each([
  ['active', null, 'good'],
  ['active', 'open', 'good'],
  ['active', 'read_only', 'good'],
  ['pending', 'open', 'good'],
  ['suspended', 'open', 'suspended'],
  ['active', 'closed', 'closed'],
  ['suspended', 'closed', 'closed'],
] as const)('judges a user who is %s in an account that is %s as %s', (user, account, standing) => {
  expect(standingOf(user, account)).toBe(standing);
});
