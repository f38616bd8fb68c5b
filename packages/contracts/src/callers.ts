import type { Uuid } from './ids.ts';

export const roles = ['member', 'owner', 'platform', 'admin'] as const;
export type Role = (typeof roles)[number];

const scopeAreas = [
  'transactions',
  'payments',
  'payouts',
  'subscriptions',
  'events',
  'webhooks',
  'account',
] as const;
export type Scope = `${(typeof scopeAreas)[number]}:${'read' | 'write'}`;

/** Everything an API key may be allowed to do. */
export const scopes: readonly Scope[] = scopeAreas.flatMap(
  (area) => [`${area}:read`, `${area}:write`] as const,
);

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
}

export const anonymous: Caller = {
  userId: null,
  sessionId: null,
  accountId: null,
  role: null,
  scopes: null,
  readOnly: false,
};
