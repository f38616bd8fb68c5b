import { type Caller, isInCharge, roleScopes, type Scope, type Uuid } from '@florin/contracts';
import { scopeOf } from '@florin/http-api';
import { type FoundKind, foundKinds } from './model.ts';

/** Who finds what: whoever may read it by its own operation. */
const readBy: Readonly<Record<FoundKind, Scope | 'in_charge' | 'builds'>> = {
  account: 'account:read',
  user: 'in_charge',
  api_key: 'builds',
  invitation: 'in_charge',
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

export interface Sight {
  readonly kinds: readonly FoundKind[];
  /** The account whose objects are found, or those of everybody. */
  readonly accountId: Uuid | 'all';
}

/** What a caller may find; undefined for nothing at all. */
export function sightOf(caller: Caller, asked: Uuid | null | undefined): Sight | undefined {
  const { role, scopes } = caller;
  const accountId = scopeOf(caller, asked);
  if (accountId === undefined) return undefined;
  const seesPeople = isInCharge(role) || role === 'admin' || role === 'platform';
  const granted = scopes ?? (role === null ? [] : roleScopes[role]);
  const kinds = (Object.keys(foundKinds) as FoundKind[]).filter((kind) => {
    const needed = readBy[kind];
    if (needed === 'in_charge') return scopes === null && seesPeople;
    if (needed === 'builds') return scopes === null && (seesPeople || role === 'developer');
    return granted.includes(needed);
  });
  return { kinds, accountId };
}
