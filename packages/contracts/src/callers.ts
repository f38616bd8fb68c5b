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

/** Roles that an account gives to its own people. */
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
/** For API keys alone; the role decides for people. */
const keyAreas = ['users', 'api_keys', 'settings'] as const;
type Area = (typeof scopeAreas)[number] | (typeof keyAreas)[number];
export type Scope = `${Area}:${'read' | 'write'}` | 'audit_log:read';

const bothOf = (area: Area): readonly Scope[] => [`${area}:read`, `${area}:write`];
const memberScopes = scopeAreas
  .filter((area) => area !== 'webhooks' && area !== 'account')
  .flatMap(bothOf);

/** Everything an API key may be allowed to do. */
export const scopes: readonly Scope[] = [
  ...[...scopeAreas, ...keyAreas].flatMap(bothOf),
  'audit_log:read',
];

const readingOf = (...areas: readonly (typeof scopeAreas)[number][]): readonly Scope[] =>
  areas.map((area) => `${area}:read` as const);

/**
 * Scopes of each role, and the most that a key made by it has. Operations without a scope, or with a `keyScope`, look
 * at the role itself; the role `platform` only reads.
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

/** Whether a role looks after a whole account: its people, keys, endpoints and settings. */
export function isInCharge(role: Role | null): boolean {
  return role === 'owner' || role === 'account_admin';
}

/** Who makes a call, as the gateway has checked it. Null where there is none. */
export interface Caller {
  readonly userId: Uuid | null;
  readonly sessionId: Uuid | null;
  /** Absent unless the caller is an API key. */
  readonly apiKeyId?: Uuid | null | undefined;
  readonly accountId: Uuid | null;
  readonly role: Role | null;
  /** What an API key may do; null when the caller is a user, whom the role governs. */
  readonly scopes: readonly Scope[] | null;
  /** The account is suspended: it reads but does not write. */
  readonly readOnly: boolean;
  /** The most that they give back of one payment, in minor units as text; absent: any amount. */
  readonly refundMax?: string | undefined;
  /** Has a second factor and has not shown it lately; see `needsFresh` of routes. */
  readonly isStale?: boolean | undefined;
  /** The largest refund that a stale session makes, in minor units as text; absent: any amount. */
  readonly staleRefundMax?: string | undefined;
  /** Their account asks for a second factor that they do not have yet: nothing else is open to them. */
  readonly mustEnrol?: boolean | undefined;
}

/** Whether an API key has a scope, or the role of a user does; who has no role is bound by what they are. */
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
