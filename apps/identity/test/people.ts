import { type Caller, roles, toPublicId, type Uuid } from '@florin/contracts';
import type { Answer } from '@florin/testing';
import { expect } from 'vitest';
import type { TestIdentity } from './start-identity.ts';
import { callerOf, context, logIn, newEmail, openAccount, PASSWORD } from './steps.ts';

/** A user with a session, as the gateway sees them. */
export interface Person {
  readonly caller: Caller;
  readonly email: string;
  readonly userId: Uuid;
  /** Public id. */
  readonly id: string;
  readonly accountId: Uuid | null;
}

/** Logs in and reads the session's principal. */
export async function logInAs(
  identity: TestIdentity,
  email: string,
  password: string = PASSWORD,
  more: object = {},
): Promise<Person> {
  const login = await logIn(identity, email, password, more);
  expect(login.status).toBe(200);
  const ids = callerOf(login);
  const principal = await identity.client.checkSession(ids, context());
  const accountId = principal.accountId || null;
  const role = roles.find((each) => each === principal.role) ?? null;
  const caller = {
    ...{ ...ids, accountId, role, scopes: null, readOnly: principal.readOnly },
    ...(principal.refundMax === '' ? {} : { refundMax: principal.refundMax }),
    ...(principal.stale ? { isStale: true } : {}),
    ...(principal.mustEnrol ? { mustEnrol: true } : {}),
  };
  return { caller, email, userId: ids.userId, id: toPublicId('user', ids.userId), accountId };
}

export async function newOwner(identity: TestIdentity, role = 'owner'): Promise<Person> {
  return logInAs(identity, (await openAccount(identity, { role })).email);
}

export const newAdmin = (identity: TestIdentity) => newOwner(identity, 'admin');

export function createUser(
  identity: TestIdentity,
  caller: Caller | undefined,
  body: object = {},
  idempotencyKey?: string,
): Promise<Answer> {
  return identity.call('POST', '/v1/users', {
    ...(caller ? { caller } : {}),
    body: { email: newEmail(), password: PASSWORD, ...body },
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  });
}

/** A user created by the caller, logged in. */
export async function newUser(
  identity: TestIdentity,
  caller?: Caller,
  body: object = {},
): Promise<Person> {
  const created = await createUser(identity, caller, body);
  expect(created.status).toBe(201);
  return logInAs(identity, created.body.email);
}

/** A second owner of the same account, so that neither is the last. */
export async function newCoOwner(identity: TestIdentity, { caller }: Person): Promise<Person> {
  const { id, email } = await newUser(identity, caller);
  const promoted = await identity.call('PATCH', `/v1/users/${id}`, {
    caller,
    body: { role: 'owner' },
  });
  expect(promoted.status).toBe(200);
  return logInAs(identity, email);
}

/** A caller with an API key of the account. */
export function keyOf({ accountId }: Person): Partial<Caller> {
  return { accountId, scopes: ['account:read', 'account:write'] };
}

/** One person of each kind, in two accounts. */
export async function newPeople(identity: TestIdentity) {
  const owner = await newOwner(identity);
  const otherOwner = await newOwner(identity);
  const admin = await newAdmin(identity);
  return {
    owner,
    otherOwner,
    admin,
    member: await newUser(identity, owner.caller),
    secondMember: await newUser(identity, owner.caller),
    coOwner: await newUser(identity, admin.caller, {
      account_id: toPublicId('account', owner.accountId ?? ''),
      role: 'owner',
    }),
    otherMember: await newUser(identity, otherOwner.caller),
    platform: await newUser(identity, admin.caller, { role: 'platform' }),
    loner: await newUser(identity),
  };
}

export const outcome = ({ status, body }: Answer) =>
  body?.error === undefined ? `${status}` : `${status} ${body.error}`;
