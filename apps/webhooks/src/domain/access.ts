import { AppError, type Caller, isOwnerOrAccountAdmin, type Uuid } from '@florin/contracts';

/**
 * Range of visible events or endpoints: one account's, all accounts', or everything, including
 * events outside any account.
 */
export type Scope = { readonly accountId: Uuid } | 'accounts' | 'everything';

/**
 * The events visible to a caller; undefined for none.
 * @param asked limits it to one account; null is an account that cannot exist.
 */
export function scopeOf(caller: Caller, asked?: Uuid | null | undefined): Scope | undefined {
  const seen = eventsSeenBy(caller);
  if (asked === undefined) return seen;
  return asked !== null && seen !== undefined && includes(seen, asked)
    ? { accountId: asked }
    : undefined;
}

/** Whether objects of an account, or of none, are within a scope. */
export function includes(scope: Scope, accountId: Uuid | null): boolean {
  if (scope === 'everything') return true;
  return scope === 'accounts' ? accountId !== null : accountId === scope.accountId;
}

/** The endpoints visible to a caller; undefined for none. */
export function endpointsSeenBy(caller: Caller): Scope | undefined {
  return caller.role === 'platform' ? 'accounts' : endpointsManagedBy(caller);
}

/**
 * The endpoints that a caller may change. Owners, account admins, developers and keys: those of
 * their account; admins: all.
 */
export function endpointsManagedBy({ role, scopes, accountId }: Caller): Scope | undefined {
  if (role === 'admin') return 'everything';
  const isOne = isOwnerOrAccountAdmin(role) || role === 'developer' || scopes !== null;
  return isOne && accountId !== null ? { accountId } : undefined;
}

/** The audit log visible to a caller; undefined for none, because it names other people. */
export function auditSeenBy({ role, scopes, accountId }: Caller): Scope | undefined {
  if (role === 'admin') return 'everything';
  if (role === 'platform') return 'accounts';
  const isOne =
    isOwnerOrAccountAdmin(role) ||
    role === 'developer' ||
    scopes?.includes('audit_log:read') === true;
  return isOne && accountId !== null ? { accountId } : undefined;
}

/** Whether the caller sees only requests by API keys, which name no people. */
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
  throw new AppError('forbidden', 'only owners of an account can manage webhooks; ask an owner');
}
