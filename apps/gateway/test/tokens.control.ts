import { parsePublicId, type Uuid } from '@florin/contracts';
import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import './tokens.test.ts';

vi.mock(import('../src/tokens/verify-token.ts'), async (load) => ({
  ...(await load()),
  makeVerifyToken: () => async (token) => {
    const [, claims = ''] = token.split('.');
    const { sub, sid, rev, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString());
    return {
      userId: parsePublicId('user', sub) as Uuid,
      sessionId: parsePublicId('session', sid) as Uuid,
      revision: rev,
      expiresAtMs: exp * 1_000,
    };
  },
}));

export const control: Control = {
  id: 'T6',
  fault:
    'More than 60 forged tokens: unsigned, signed with public data or foreign keys, without expiry, of other kinds, of 64 KB',
  holds: '401 on every way to authenticate, and no request reaches a service',
  control: 'the gateway trusts the claims of a token without verifying it',
};
