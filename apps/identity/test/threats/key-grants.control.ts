import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import './key-grants.test.ts';

vi.mock(import('../../src/domain/grant.ts'), async (load) => ({
  ...(await load()),
  scopesBeyond: () => [],
  expiresBeyond: () => false,
  mayKeyGrant: () => true,
}));

export const control: Control = {
  id: 'T66',
  fault:
    'An API key makes or rotates keys with more scopes or a later end than its own, makes, invites or promotes people who may do more than it, or acts on their logins',
  holds: 'A key grants at most what it has, and sets no credentials of people',
  control: 'identity lets keys grant every scope, time and role',
};
