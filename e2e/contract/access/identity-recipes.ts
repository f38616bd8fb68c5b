import { newEmail } from '@florin/system-kit';
import { codeOf } from '../../authenticator.ts';
import { logInAs, must, newOwner, newUser } from '../people.ts';
import { enrolled } from '../scenarios/factors.ts';
import { newInvitation } from '../scenarios/teams.ts';
import { ABSENT } from '../world.ts';
import { about, aboutField, type Fresh, listBy, pageAfter, type Recipe } from './recipe.ts';
import type { KnownCaller, Side } from './sides.ts';

const newApiKey = async ({ owner, canary }: Side): Promise<Fresh> =>
  must(() => owner.call('POST', '/v1/api_keys', { body: { name: canary } }));

/** A member of the side. When members delete themselves, the caller is that member. */
async function newMember({ owner, canary }: Side, caller: KnownCaller): Promise<Fresh> {
  const member = await newUser(owner, { name: canary });
  return { id: member.userId, ...(caller.role === 'member' ? { as: member } : {}) };
}

async function newSession({ owner }: Side): Promise<Fresh> {
  return { id: (await logInAs(owner.email, owner.password)).sessionId };
}

/** The same person in another session, which may be ended. */
async function inAnotherSession(_side: Side, { person }: KnownCaller): Promise<Fresh> {
  return person ? { as: await logInAs(person.email, person.password) } : {};
}

/** A new user with the same rights: each user may request one mail a minute. */
async function asSomebodyNew(_side: Side, { person }: KnownCaller): Promise<Fresh> {
  if (!person) return {};
  const as = await newUser();
  return { as, body: { email: newEmail(), password: as.password } };
}

/** A new user, since users with a second factor show it at each login. */
async function asEnrolled(): Promise<Fresh> {
  const { person: as, id } = await enrolled();
  return { as, id };
}

async function asSteppingUp(): Promise<Fresh> {
  const { person: as, recoveryCodes } = await enrolled();
  return { as, body: { code: recoveryCodes[0] } };
}

async function asIfEnrolling(): Promise<Fresh> {
  const as = await newUser();
  const body = { password: as.password };
  const { id, secret } = await must(() => as.call('POST', '/v1/auth/factors', { body }));
  return { as, id, body: { code: codeOf(secret) } };
}

export const signUp = (
  operation: string,
  body: object,
  rule: 'sign up' | 'create users' = 'sign up',
) =>
  about(operation, rule, undefined, {
    request: () => ({
      path: operation.split(' ')[1] ?? '',
      body: { email: newEmail(), password: 'correct horse', ...body },
    }),
  });

export const identityRecipes: readonly Recipe[] = [
  about('GET /.well-known/jwks.json', 'public', undefined),
  about('GET /v1/auth/sessions', 'own sessions', undefined),
  listBy('GET /v1/auth/sessions', 'own sessions', ['starting_after', 'session'], {
    whose: 'owner',
    unknown: '400 invalid_request',
    misshapen: '400 invalid_request',
  }),
  about('DELETE /v1/auth/session', 'own sessions', undefined, { fresh: inAnotherSession }),
  aboutField('DELETE /v1/auth/session', 'own sessions', ['session_id', 'session'], {
    whose: 'owner',
    unknown: '404 invalid_session',
    misshapen: '404 invalid_session',
    fresh: newSession,
  }),
  about('POST /v1/auth/verify_email/send', 'own sessions', undefined, {
    fresh: async (side, caller) => ({ ...(await asSomebodyNew(side, caller)), body: {} }),
  }),
  about('POST /v1/auth/email', 'own sessions', undefined, {
    fresh: asSomebodyNew,
    body: { email: 'ada@example.com', password: 'correct horse' },
  }),
  about('GET /v1/users', 'list users', undefined),
  listBy('GET /v1/users', 'list users', ['account_id', 'account']),
  signUp('POST /v1/users', {}, 'create users'),
  about('GET /v1/users/{user_id}', 'read users', 'user'),
  about('PATCH /v1/users/{user_id}', 'change users', 'user', { body: { name: 'Changed' } }),
  about('DELETE /v1/users/{user_id}', 'change users', 'user', {
    fresh: newMember,
    foreign: '403 forbidden',
  }),
  about('POST /v1/users/{user_id}/anonymize', 'change users', 'user', {
    fresh: newMember,
    foreign: '403 forbidden',
  }),
  about('GET /v1/account/users', 'list the team', undefined),
  pageAfter('GET /v1/account/users', 'list the team', 'user'),
  about('GET /v1/account/users/{user_id}', 'look after the team', 'user'),
  about('PATCH /v1/account/users/{user_id}', 'look after the team', 'user', {
    body: { role: 'member' },
  }),
  about('DELETE /v1/account/users/{user_id}', 'take out of the team', 'user', {
    fresh: newMember,
  }),
  aboutField('POST /v1/account/owner', 'hand the account over', ['user_id', 'user'], {
    fresh: async () => {
      const as = await newOwner();
      return { as, body: { user_id: (await newUser(as)).userId } };
    },
  }),
  about('GET /v1/account/policy', 'list the team', undefined),
  about('PATCH /v1/account/policy', 'list the team', undefined, { body: {} }),
  about('GET /v1/auth/accounts', 'own sessions', undefined),
  about('GET /v1/invitations', 'list the team', undefined),
  pageAfter('GET /v1/invitations', 'list the team', 'invitation'),
  about('POST /v1/invitations', 'list the team', undefined, {
    body: { email: 'grace@example.com' },
    fresh: async () => ({ body: { email: newEmail() } }),
  }),
  about('DELETE /v1/invitations/{invitation_id}', 'look after the team', 'invitation', {
    fresh: async ({ owner }) => newInvitation(owner),
  }),
  about('GET /v1/auth/factors', 'own sessions', undefined),
  about('POST /v1/auth/factors', 'own sessions', undefined, {
    body: { password: 'correct horse' },
    fresh: async (_side, { person }) => (person ? { body: { password: person.password } } : {}),
  }),
  about('POST /v1/auth/factors/{factor_id}/confirm', 'own sessions', undefined, {
    request: (id) => ({
      path: `/v1/auth/factors/${id || ABSENT.factor}/confirm`,
      body: { code: '123456' },
    }),
    fresh: async (_side, { person }) => (person ? asIfEnrolling() : {}),
  }),
  about('POST /v1/auth/factors/recovery_codes', 'own sessions', undefined, {
    fresh: async (_side, { person }) => (person ? { as: (await enrolled()).person } : {}),
  }),
  about('DELETE /v1/auth/factors/{factor_id}', 'own sessions', undefined, {
    request: (id) => ({ path: `/v1/auth/factors/${id || ABSENT.factor}` }),
    fresh: async (_side, { person }) => (person ? asEnrolled() : {}),
  }),
  about('POST /v1/auth/step_up', 'own sessions', undefined, {
    body: { code: '123456' },
    fresh: async (_side, { person }) => (person ? asSteppingUp() : {}),
  }),
  about('DELETE /v1/users/{user_id}/factors', 'reset factors', 'user'),
  about('DELETE /v1/auth/browser_session', 'own sessions', undefined, {
    fresh: inAnotherSession,
  }),
  about('GET /v1/api_keys', 'read API keys', undefined),
  pageAfter('GET /v1/api_keys', 'read API keys', 'apiKey'),
  about('POST /v1/api_keys', 'manage API keys', undefined, { body: { name: 'New' } }),
  about('GET /v1/api_keys/{api_key_id}', 'read API keys', 'apiKey'),
  about('PATCH /v1/api_keys/{api_key_id}', 'manage API keys', 'apiKey', {
    fresh: newApiKey,
    body: { name: 'Changed' },
  }),
  about('DELETE /v1/api_keys/{api_key_id}', 'manage API keys', 'apiKey', { fresh: newApiKey }),
  about('POST /v1/api_keys/{api_key_id}/rotate', 'manage API keys', 'apiKey', {
    fresh: newApiKey,
  }),
];
