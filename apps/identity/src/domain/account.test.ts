import { expect, it } from 'vitest';
import { accessStateOf } from './account.ts';

it.each([
  ['active', null, 'active'],
  ['active', 'open', 'active'],
  ['active', 'read_only', 'active'],
  ['pending', 'open', 'active'],
  ['suspended', 'open', 'suspended'],
  ['active', 'closed', 'closed'],
  ['suspended', 'closed', 'closed'],
] as const)('a user who is %s in an account that is %s is %s', (user, account, access) => {
  expect(accessStateOf(user, account)).toBe(access);
});
