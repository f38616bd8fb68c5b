import { type Caller, roleScopes, type Scope, type Uuid } from '@florin/contracts';
import { scopeOf } from '@florin/http-api';
import { type FoundKind, foundKinds } from '../domain/search.ts';

/** Each kind is searchable with the scope of its own read operation. */
const readBy: Readonly<Record<FoundKind, Scope>> = {
  account: 'account:read',
  user: 'users:read',
  api_key: 'api_keys:read',
  invitation: 'users:read',
  transaction: 'transactions:read',
  payment: 'payments:read',
  payment_method: 'payments:read',
  refund: 'payments:read',
  dispute: 'payments:read',
  payout: 'payouts:read',
  customer: 'subscriptions:read',
  subscription: 'subscriptions:read',
  invoice: 'subscriptions:read',
  credit_note: 'subscriptions:read',
};

export interface SearchAccess {
  readonly kinds: readonly FoundKind[];
  /** One account, or all of them. */
  readonly accountId: Uuid | 'all';
}

/** The objects that a caller may search; undefined if none. */
export function searchAccessOf(
  caller: Caller,
  asked: Uuid | null | undefined,
): SearchAccess | undefined {
  const { role, scopes } = caller;
  const accountId = scopeOf(caller, asked);
  if (accountId === undefined) return undefined;
  const granted = scopes ?? (role === null ? [] : roleScopes[role]);
  const kinds = (Object.keys(foundKinds) as FoundKind[]).filter((kind) =>
    granted.includes(readBy[kind]),
  );
  return { kinds, accountId };
}
