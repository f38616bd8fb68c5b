import type { Uuid } from './ids.ts';

export const roles = [
  'member',
  'owner',
  'platform',
  'admin',
  'account_admin',
  'developer',
  'accountant',
  'support',
] as const;
export type Role = (typeof roles)[number];

/** Roles that an account can give to its members. */
export const teamRoles = [
  'owner',
  'account_admin',
  'member',
  'developer',
  'accountant',
  'support',
] as const satisfies readonly Role[];
export type TeamRole = (typeof teamRoles)[number];

const scopeAreas = [
  'transactions',
  'payments',
  'payouts',
  'subscriptions',
  'events',
  'webhooks',
  'account',
] as const;
/** For API keys only; users are limited by their role. */
const keyAreas = ['users', 'api_keys', 'settings'] as const;
type Area = (typeof scopeAreas)[number] | (typeof keyAreas)[number];
export type Scope = `${Area}:${'read' | 'write'}` | 'audit_log:read';

const bothOf = (area: Area): readonly Scope[] => [`${area}:read`, `${area}:write`];
const memberScopes = scopeAreas
  .filter((area) => area !== 'webhooks' && area !== 'account')
  .flatMap(bothOf);

/** All scopes of API keys. */
export const scopes: readonly Scope[] = [
  ...[...scopeAreas, ...keyAreas].flatMap(bothOf),
  'audit_log:read',
];

const readingOf = (...areas: readonly (typeof scopeAreas)[number][]): readonly Scope[] =>
  areas.map((area) => `${area}:read` as const);

/**
 * Scopes of each role, which are also the most that a key created by it can have. Operations
 * without a scope, or with a `keyScope`, check the role itself; the role `platform` only reads.
 */
export const roleScopes: Readonly<Record<Role, readonly Scope[]>> = {
  member: [...memberScopes, 'account:read'],
  owner: scopes,
  platform: scopes,
  admin: scopes,
  account_admin: scopes,
  developer: [...readingOf(...scopeAreas), 'webhooks:write', ...bothOf('api_keys')],
  accountant: readingOf(
    'transactions',
    'payments',
    'payouts',
    'subscriptions',
    'events',
    'account',
  ),
  support: readingOf('transactions', 'payments', 'subscriptions', 'account'),
};

/** Whether a role manages a whole account: its members, keys, endpoints and settings. */
export function isOwnerOrAccountAdmin(role: Role | null): boolean {
  return role === 'owner' || role === 'account_admin';
}

/** The caller as verified by the gateway. Null where there is none. */
export interface Caller {
  readonly userId: Uuid | null;
  readonly sessionId: Uuid | null;
  /** Absent unless the caller is an API key. */
  readonly apiKeyId?: Uuid | null | undefined;
  readonly accountId: Uuid | null;
  readonly role: Role | null;
  /** Scopes of an API key; null for users, who are limited by their role. */
  readonly scopes: readonly Scope[] | null;
  /** Read-only, for example because the account is suspended. */
  readonly readOnly: boolean;
  /** Largest refund of one payment, in minor units as text; absent: no limit. */
  readonly refundMax?: string | undefined;
  /** Has a second factor and has not confirmed it recently; see `needsFresh` of routes. */
  readonly isStale?: boolean | undefined;
  /** Largest refund of a stale session, in minor units as text; absent: no limit. */
  readonly staleRefundMax?: string | undefined;
  /** The account requires a second factor that the user lacks: they can only add one. */
  readonly mustEnrol?: boolean | undefined;
}

/** Whether an API key or a user's role has a scope. Users without a role have all scopes. */
export function hasScope({ role, scopes: ofKey }: Caller, scope: Scope): boolean {
  const given = ofKey ?? (role === null ? scopes : roleScopes[role]);
  return given.includes(scope);
}

export const anonymous: Caller = {
  userId: null,
  sessionId: null,
  accountId: null,
  role: null,
  scopes: null,
  readOnly: false,
};
