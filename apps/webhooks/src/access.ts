import { AppError, type Caller, isInCharge, type Uuid } from '@florin/contracts';

/**
 * Whose events or endpoints a caller asks about: one account's, those of all accounts, or
 * everything, with what happens outside any account.
 */
export type Scope = { readonly accountId: Uuid } | 'accounts' | 'everything';

/**
 * What a caller sees; undefined for nothing.
 * @param asked narrows it to one account; null asks for one that cannot exist.
 */
export function scopeOf(caller: Caller, asked?: Uuid | null | undefined): Scope | undefined {
  const seen = eventsSeenBy(caller);
  if (asked === undefined) return seen;
  return asked !== null && seen !== undefined && includes(seen, asked)
    ? { accountId: asked }
    : undefined;
}

/** Whether what belongs to an account, or to none, is within a scope. */
export function includes(scope: Scope, accountId: Uuid | null): boolean {
  if (scope === 'everything') return true;
  return scope === 'accounts' ? accountId !== null : accountId === scope.accountId;
}

/** Whose endpoints a caller sees; undefined for a caller who has nothing to do with any. */
export function endpointsSeenBy(caller: Caller): Scope | undefined {
  return caller.role === 'platform' ? 'accounts' : endpointsManagedBy(caller);
}

/** Whose endpoints a caller may change: who is in charge, a developer and a key those of the account, an admin any. */
export function endpointsManagedBy({ role, scopes, accountId }: Caller): Scope | undefined {
  if (role === 'admin') return 'everything';
  const isOne = isInCharge(role) || role === 'developer' || scopes !== null;
  return isOne && accountId !== null ? { accountId } : undefined;
}

/** Whose audit log a caller sees; undefined for callers that may not: it names other people. */
export function auditSeenBy({ role, scopes, accountId }: Caller): Scope | undefined {
  if (role === 'admin') return 'everything';
  if (role === 'platform') return 'accounts';
  const isOne =
    isInCharge(role) || role === 'developer' || scopes?.includes('audit_log:read') === true;
  return isOne && accountId !== null ? { accountId } : undefined;
}

/** Whether a caller sees of it what programs have asked for alone, which names nobody. */
export const seesKeysOnly = ({ role }: Caller): boolean => role === 'developer';

function eventsSeenBy({ role, accountId }: Caller): Scope | undefined {
  if (role === 'admin') return 'everything';
  if (role === 'platform') return 'accounts';
  return accountId === null ? undefined : { accountId };
}

/** @throws AppError forbidden unless the caller may see endpoints of an account, or of all. */
export function visibleScope(caller: Caller): Scope {
  return endpointsSeenBy(caller) ?? refuse();
}

/** @throws AppError forbidden unless the caller may change endpoints of an account, or of all. */
export function managedScope(caller: Caller): Scope {
  return endpointsManagedBy(caller) ?? refuse();
}

function refuse(): never {
  throw new AppError('forbidden', 'webhooks are for the owner of an account: ask them');
}
