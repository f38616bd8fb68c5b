import type { Role } from './sides.ts';

/**
 * Reach of a permission: `all` objects, those of the caller's account (`own`) or person (`self`),
 * or `none`. `looks` may read any object, but not do this to it.
 */
export type Reach = 'all' | 'own' | 'self' | 'looks' | 'none';

export interface Rule {
  /** Whether it needs a token; if optional, anyone may call it without one. */
  readonly token: 'needed' | 'optional' | 'ignored';
  readonly reach: Readonly<Record<Role, Reach>>;
}

const rule = (reach: Readonly<Record<Role, Reach>>, token: Rule['token'] = 'needed'): Rule => ({
  token,
  reach,
});

/** The permission table. A user without an account has no `own` objects. */
export const rules = {
  'read what the account has': rule({
    owner: 'own',
    member: 'own',
    key: 'own',
    alone: 'own',
    platform: 'all',
    admin: 'all',
  }),
  'change what the account has': rule({
    owner: 'own',
    member: 'own',
    key: 'own',
    alone: 'own',
    platform: 'looks',
    admin: 'all',
  }),
  /** Names within one account: callers cannot name those of another account. */
  'change by a name within the account': rule({
    owner: 'own',
    member: 'own',
    key: 'own',
    alone: 'own',
    platform: 'looks',
    admin: 'own',
  }),
  'read by a name within the account': rule({
    owner: 'own',
    member: 'own',
    key: 'own',
    alone: 'own',
    platform: 'own',
    admin: 'own',
  }),
  'read the own account': rule({
    owner: 'own',
    member: 'own',
    key: 'own',
    alone: 'none',
    platform: 'own',
    admin: 'own',
  }),
  'change the own account': rule({
    owner: 'own',
    member: 'none',
    key: 'own',
    alone: 'none',
    platform: 'none',
    admin: 'own',
  }),
  /** The platform account cannot be closed. */
  'close the own account': rule({
    owner: 'own',
    member: 'none',
    key: 'none',
    alone: 'none',
    platform: 'none',
    admin: 'none',
  }),
  'read any account': rule({
    owner: 'none',
    member: 'none',
    key: 'none',
    alone: 'none',
    platform: 'all',
    admin: 'all',
  }),
  'change any account': rule({
    owner: 'none',
    member: 'none',
    key: 'none',
    alone: 'none',
    platform: 'none',
    admin: 'all',
  }),
  'prove the books': rule({
    owner: 'none',
    member: 'none',
    key: 'none',
    alone: 'none',
    platform: 'none',
    admin: 'all',
  }),
  'prove the books of an account': rule({
    owner: 'own',
    member: 'own',
    key: 'own',
    alone: 'own',
    platform: 'all',
    admin: 'all',
  }),
  'list users': rule({
    owner: 'none',
    member: 'none',
    key: 'none',
    alone: 'none',
    platform: 'all',
    admin: 'all',
  }),
  'list the team': rule({
    owner: 'own',
    member: 'none',
    key: 'own',
    alone: 'none',
    platform: 'none',
    admin: 'own',
  }),
  'look after the team': rule({
    owner: 'own',
    member: 'none',
    key: 'own',
    alone: 'none',
    platform: 'none',
    admin: 'own',
  }),
  /** Any member may leave. */
  'take out of the team': rule({
    owner: 'own',
    member: 'self',
    key: 'own',
    alone: 'none',
    platform: 'none',
    admin: 'own',
  }),
  'hand the account over': rule({
    owner: 'own',
    member: 'none',
    key: 'none',
    alone: 'none',
    platform: 'none',
    admin: 'none',
  }),
  /** Factors of other users, reset by those who manage them. */
  'reset factors': rule({
    owner: 'own',
    member: 'none',
    key: 'none',
    alone: 'none',
    platform: 'none',
    admin: 'all',
  }),
  'read users': rule({
    owner: 'own',
    member: 'self',
    key: 'own',
    alone: 'self',
    platform: 'all',
    admin: 'all',
  }),
  'change users': rule({
    owner: 'own',
    member: 'self',
    key: 'own',
    alone: 'self',
    platform: 'looks',
    admin: 'all',
  }),
  'sign up': rule(
    {
      owner: 'all',
      member: 'all',
      key: 'none',
      alone: 'all',
      platform: 'all',
      admin: 'all',
    },
    'optional',
  ),
  /** Like signing up, but with a key the users become members of its account. */
  'create users': rule(
    {
      owner: 'all',
      member: 'all',
      key: 'all',
      alone: 'all',
      platform: 'all',
      admin: 'all',
    },
    'optional',
  ),
  'read API keys': rule({
    owner: 'own',
    member: 'none',
    key: 'own',
    alone: 'none',
    platform: 'all',
    admin: 'all',
  }),
  'manage API keys': rule({
    owner: 'own',
    member: 'none',
    key: 'own',
    alone: 'none',
    platform: 'none',
    admin: 'all',
  }),
  'choose settings of billing': rule({
    owner: 'own',
    member: 'none',
    key: 'own',
    alone: 'none',
    platform: 'none',
    admin: 'all',
  }),
  'read the audit log': rule({
    owner: 'own',
    member: 'none',
    key: 'own',
    alone: 'none',
    platform: 'all',
    admin: 'all',
  }),
  'read webhooks': rule({
    owner: 'own',
    member: 'none',
    key: 'own',
    alone: 'none',
    platform: 'all',
    admin: 'all',
  }),
  'manage webhooks': rule({
    owner: 'own',
    member: 'none',
    key: 'own',
    alone: 'none',
    platform: 'none',
    admin: 'all',
  }),
  'own sessions': rule({
    owner: 'self',
    member: 'self',
    key: 'none',
    alone: 'self',
    platform: 'self',
    admin: 'self',
  }),
  public: rule(
    {
      owner: 'all',
      member: 'all',
      key: 'all',
      alone: 'all',
      platform: 'all',
      admin: 'all',
    },
    'ignored',
  ),
} as const satisfies Record<string, Rule>;

export type RuleName = keyof typeof rules;
