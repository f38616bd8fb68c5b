import { type Caller, isInCharge, type Role, roleScopes, type Scope } from '@florin/contracts';

/** The scopes that a caller holds, and so the most that it can pass on. */
export function scopesHeldBy({ role, scopes }: Pick<Caller, 'role' | 'scopes'>): readonly Scope[] {
  return scopes ?? (role === null ? [] : roleScopes[role]);
}

/** Scopes that would be granted and that the granter lacks. */
export function scopesBeyond(held: readonly Scope[], granted: readonly Scope[]): readonly Scope[] {
  return granted.filter((scope) => !held.includes(scope));
}

/** Whether a key would be valid for longer than the key that makes it; null never expires. */
export function expiresBeyond(held: Date | null, granted: Date | null): boolean {
  return held !== null && (granted === null || granted > held);
}

/**
 * The scopes that a role amounts to; undefined for roles that no key grants or changes, since people in charge do what
 * no scope allows.
 */
function scopesOfRole(role: Role): readonly Scope[] | undefined {
  if (isInCharge(role) || role === 'admin' || role === 'platform') return undefined;
  // Support refunds payments, up to a limit that can be raised.
  return role === 'support' ? [...roleScopes.support, 'payments:write'] : roleScopes[role];
}

/** Whether a key may grant a role, revoke it, and change people who have it. */
export function mayKeyGrant(held: readonly Scope[], role: Role): boolean {
  const needed = scopesOfRole(role);
  return needed !== undefined && scopesBeyond(held, needed).length === 0;
}
