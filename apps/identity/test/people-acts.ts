import type { Answer } from '@florin/testing';
import type { Act } from '../src/domain/access.ts';
import { PASSWORD } from './steps.ts';

export const actors = [
  ...(['owner of X', 'account admin of X', 'member of X', 'support of X'] as const),
  ...(['owner of Y', 'themselves', 'platform', 'administrator'] as const),
];
export type ActorName = (typeof actors)[number];

/** Letters of the table below. */
export const acts = {
  s: 'see_login',
  m: 'see_member',
  n: 'set_name',
  p: 'set_password',
  d: 'lower_status',
  u: 'raise_status',
  f: 'reset_factors',
  x: 'delete_login',
  r: 'role:developer',
  o: 'role:owner',
  q: 'remove',
  h: 'hand_over',
  v: 'move',
} as const satisfies Record<string, Act>;
export type Letter = keyof typeof acts;
export const letters = Object.keys(acts) as Letter[];

export type Allowed = Readonly<Partial<Record<ActorName, string>>>;

/** Every member may do this to themselves, and those who run Florin to every login. */
const always: Allowed = { themselves: 'snpdxq', platform: 's', administrator: 'snpdufxv' };
const ownLogin: Allowed = { ...always, 'owner of X': 'smroqh', 'account admin of X': 'smrq' };

/**
 * The acts that each actor may do to a person with some relation to X: written by hand. Actors left
 * out may do nothing.
 */
export const relations = {
  'created by X': {
    ...always,
    'owner of X': 'smnpdufxroqh',
    'account admin of X': 'smnpdufxrq',
  },
  'created by X, chose a password': ownLogin,
  'created by X, chose a password by mail': ownLogin,
  'invited to X': ownLogin,
  'first in X, later in Y': { ...ownLogin, 'owner of Y': 'mroqh' },
  'first in Z, later in X': { ...always, 'owner of X': 'mroqh', 'account admin of X': 'mrq' },
  'invited to X as owner': {
    ...always,
    'owner of X': 'smroqh',
    'account admin of X': 'sm',
    themselves: 'smnpdxroq',
  },
  'created in X by an administrator': ownLogin,
  'created by X, moved to Z': always,
  'in Z alone': always,
  'in no account': { ...always, themselves: 'snpdx' },
  'staff of the platform': { ...always, administrator: 'smnpdufxv' },
} as const satisfies Record<string, Allowed>;
export type Relation = keyof typeof relations;

type Call = (method: string, path: string, body?: object) => Promise<Answer>;

/** Every act through its public route. */
export const doors: Readonly<
  Record<Letter, (call: Call, id: string, elsewhere: string) => Promise<Answer>>
> = {
  s: (call, id) => call('GET', `/v1/users/${id}`),
  m: (call, id) => call('GET', `/v1/account/users/${id}`),
  n: (call, id) => call('PATCH', `/v1/users/${id}`, { name: 'Changed' }),
  p: (call, id) => call('PATCH', `/v1/users/${id}`, { password: `not ${PASSWORD}` }),
  d: (call, id) => call('PATCH', `/v1/users/${id}`, { status: 'suspended' }),
  u: (call, id) => call('PATCH', `/v1/users/${id}`, { status: 'active' }),
  f: (call, id) => call('DELETE', `/v1/users/${id}/factors`),
  x: (call, id) => call('DELETE', `/v1/users/${id}`),
  r: (call, id) => call('PATCH', `/v1/account/users/${id}`, { role: 'developer' }),
  o: (call, id) => call('PATCH', `/v1/account/users/${id}`, { role: 'owner' }),
  q: (call, id) => call('DELETE', `/v1/account/users/${id}`),
  h: (call, id) => call('POST', '/v1/account/owner', { user_id: id }),
  v: (call, id, elsewhere) => call('PATCH', `/v1/users/${id}`, { account_id: elsewhere }),
};
