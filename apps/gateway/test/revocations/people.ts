import { newId, parsePublicId } from '@florin/contracts';
import { eventually } from '@florin/testing';
import { expect } from 'vitest';
import type { System } from './start-system.ts';

const PASSWORD = 'correct horse battery';
export const context = () => ({ requestId: newId(), timeoutMs: 60_000 });

/** Calls one gateway. */
export async function call(
  url: string,
  method: string,
  path: string,
  { token, body }: { readonly token?: string; readonly body?: unknown } = {},
) {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever came and assert on it.
  return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as any };
}

export interface Person {
  readonly email: string;
  readonly accountId: string;
  readonly userId: string;
  /** Public id. */
  readonly id: string;
  readonly sessionId: string;
  readonly token: string;
}

export async function logIn(url: string, email: string) {
  const { status, body } = await call(url, 'POST', '/v1/auth/login', {
    body: { email, password: PASSWORD },
  });
  expect(status).toBe(200);
  const { access_token: token, session_id: sessionId, user } = body;
  return { token: token as string, sessionId: sessionId as string, id: user.id as string };
}

/** Opens an account as the accounts service does, and logs its owner in. */
export async function newOwner(
  { client }: Pick<System, 'client'>,
  url: string,
  role: 'owner' | 'admin' = 'owner',
): Promise<Person> {
  const accountId = newId();
  const email = `user-${newId()}@example.com`;
  const { passwordHash } = await client.hashPassword({ password: PASSWORD }, context());
  const owner = { accountId, email, name: 'Ada', passwordHash, role, creatorUserId: '' };
  // Retried, because load is not what is tested.
  const { userId } = await eventually(() => client.reserveOwner(owner, context()));
  await eventually(() => client.confirmOwner({ accountId }, context()));
  return { email, accountId, userId, ...(await logIn(url, email)) };
}

/** Another user of an owner's account, logged in. */
export async function newMember(url: string, owner: Person): Promise<Person> {
  const email = `user-${newId()}@example.com`;
  const body = { email, password: PASSWORD };
  const { status } = await call(url, 'POST', '/v1/users', { token: owner.token, body });
  expect(status).toBe(201);
  const login = await logIn(url, email);
  const userId = parsePublicId('user', login.id) ?? '';
  return { email, accountId: owner.accountId, userId, ...login };
}

/** An API key of an owner's account. */
export async function newKey(url: string, { token }: Person) {
  const { status, body } = await call(url, 'POST', '/v1/api_keys', {
    token,
    body: { name: 'back end' },
  });
  expect(status).toBe(201);
  return { id: body.id as string, secret: body.secret as string };
}

/** A user without an account, logged in, with a function that makes them owner of a new one. */
export async function newLoner({ client }: Pick<System, 'client'>, url: string) {
  const email = `user-${newId()}@example.com`;
  await call(url, 'POST', '/v1/users', { body: { email, password: PASSWORD } });
  const login = await logIn(url, email);
  const accountId = newId();
  const { passwordHash } = await client.hashPassword({ password: PASSWORD }, context());
  const creatorUserId = parsePublicId('user', login.id) ?? '';
  const owner = { accountId, email, name: '', passwordHash, role: 'owner', creatorUserId };
  await client.reserveOwner(owner, context());
  return {
    token: login.token,
    accountId,
    open: () => client.confirmOwner({ accountId }, context()),
  };
}
