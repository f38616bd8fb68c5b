import { roleScopes, roles, type Scope, scopes } from '@florin/contracts';
import { describe, expect, it } from 'vitest';
import { expiresBeyond, mayKeyGrant, scopesBeyond, scopesHeldBy } from './grant.ts';

const without = (...left: readonly Scope[]) => scopes.filter((scope) => !left.includes(scope));

describe('scopesBeyond', () => {
  it.each(scopes)('finds %s when only it is missing', (scope) => {
    expect(scopesBeyond(without(scope), scopes)).toEqual([scope]);
    expect(scopesBeyond([scope], [scope])).toEqual([]);
  });
});

describe('scopesHeldBy', () => {
  it('returns the scopes of the key, or else of the role', () => {
    expect(scopesHeldBy({ role: null, scopes: ['users:read'] })).toEqual(['users:read']);
    for (const role of roles) expect(scopesHeldBy({ role, scopes: null })).toBe(roleScopes[role]);
    expect(scopesHeldBy({ role: null, scopes: null })).toEqual([]);
  });
});

describe('mayKeyGrant', () => {
  it.each(['member', 'developer', 'accountant', 'support'] as const)(
    '%s: granted with all of its scopes, refused without any one of them',
    (role) => {
      expect(mayKeyGrant(roleScopes[role], role)).toBe(role !== 'support');
      expect(mayKeyGrant(scopes, role)).toBe(true);
      for (const scope of roleScopes[role]) expect(mayKeyGrant(without(scope), role)).toBe(false);
    },
  );

  it('requires payments:write for support, which makes refunds', () => {
    expect(mayKeyGrant(without('payments:write'), 'support')).toBe(false);
    expect(mayKeyGrant([...roleScopes.support, 'payments:write'], 'support')).toBe(true);
  });

  it.each(['owner', 'account_admin', 'admin', 'platform'] as const)(
    '%s: granted with no scopes',
    (role) => {
      expect(mayKeyGrant(scopes, role)).toBe(false);
    },
  );
});

describe('expiresBeyond', () => {
  const [early, late] = [new Date(1), new Date(2)];
  it.each([
    [null, null, false],
    [null, early, false],
    [early, early, false],
    [late, early, false],
    [early, late, true],
    [early, null, true],
  ])('a key until %s that creates one until %s: %s', (held, granted, expected) => {
    expect(expiresBeyond(held, granted)).toBe(expected);
  });
});
