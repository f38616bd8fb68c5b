import {
  type Caller,
  isOwnerOrAccountAdmin,
  type Role,
  roleScopes,
  type Scope,
} from '@florin/contracts';

/** The scopes of a caller, which are also the most that it can grant. */
export function scopesHeldBy({ role, scopes }: Pick<Caller, 'role' | 'scopes'>): readonly Scope[] {
  return scopes ?? (role === null ? [] : roleScopes[role]);
}

/** Scopes to be granted that the granter lacks. */
export function scopesBeyond(held: readonly Scope[], granted: readonly Scope[]): readonly Scope[] {
  return granted.filter((scope) => !held.includes(scope));
}

/** Whether a new key would outlive the key that creates it; null never expires. */
export function expiresBeyond(held: Date | null, granted: Date | null): boolean {
  return held !== null && (granted === null || granted > held);
}

/**
 * The scopes equivalent to a role. Undefined for roles that no key may grant or change, because
 * they allow operations without a scope.
 */
function scopesOfRole(role: Role): readonly Scope[] | undefined {
  if (isOwnerOrAccountAdmin(role) || role === 'admin' || role === 'platform') return undefined;
  // Support may refund payments, up to a configurable limit.
  return role === 'support' ? [...roleScopes.support, 'payments:write'] : roleScopes[role];
}

/** Whether a key may grant and revoke a role, and change users who have it. */
export function mayKeyGrant(held: readonly Scope[], role: Role): boolean {
  const needed = scopesOfRole(role);
  return needed !== undefined && scopesBeyond(held, needed).length === 0;
}
