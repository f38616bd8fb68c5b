import type { Caller, Uuid } from '@florin/contracts';

/**
 * Whose events or endpoints a caller asks about: one account's, those of all accounts, or
 * everything, with what happens outside any account.
 */
export type Span = { readonly accountId: Uuid } | 'accounts' | 'everything';

/**
 * What a caller sees; undefined for nothing.
 * @param asked narrows it to one account; null asks for one that cannot exist.
 */
export function spanOf(caller: Caller, asked?: Uuid | null | undefined): Span | undefined {
  const seen = spanSeenBy(caller);
  if (asked === undefined) return seen;
  return asked !== null && seen !== undefined && includes(seen, asked)
    ? { accountId: asked }
    : undefined;
}

/** Whether what belongs to an account, or to none, is within a span. */
export function includes(span: Span, accountId: Uuid | null): boolean {
  if (span === 'everything') return true;
  return span === 'accounts' ? accountId !== null : accountId === span.accountId;
}

/** Whose endpoints a caller sees; undefined for a caller who has nothing to do with any. */
export function endpointsSeenBy(caller: Caller): Span | undefined {
  return caller.role === 'platform' ? 'accounts' : endpointsManagedBy(caller);
}

/** Whose endpoints a caller may change: an owner and a key those of the account, an admin any. */
export function endpointsManagedBy({ role, scopes, accountId }: Caller): Span | undefined {
  if (role === 'admin') return 'everything';
  const isOne = role === 'owner' || scopes !== null;
  return isOne && accountId !== null ? { accountId } : undefined;
}

/** Whose audit log a caller sees; undefined for whoever may not: it tells of other people. */
export function auditSeenBy({ role, accountId }: Caller): Span | undefined {
  if (role === 'admin') return 'everything';
  if (role === 'platform') return 'accounts';
  return role === 'owner' && accountId !== null ? { accountId } : undefined;
}

function spanSeenBy({ role, accountId }: Caller): Span | undefined {
  if (role === 'admin') return 'everything';
  if (role === 'platform') return 'accounts';
  return accountId === null ? undefined : { accountId };
}
