import { newId, parsePublicId, type Uuid } from '@florin/contracts';
import type { Answer } from '@florin/testing';
import type { TestIdentity } from './start-identity.ts';

export const PASSWORD = 'correct horse battery';

/** Context of every gRPC call. */
export const context = () => ({ requestId: newId(), timeoutMs: 60_000 });

export interface OwnerOptions {
  readonly email?: string;
  readonly name?: string;
  readonly role?: string;
  readonly accountId?: Uuid;
  readonly password?: string;
  readonly creatorUserId?: Uuid;
}

export function newEmail(): string {
  return `user-${newId()}@example.com`;
}

/** The request that reserves an owner, with a password hashed by the service. */
export async function reservationOf(identity: TestIdentity, options: OwnerOptions = {}) {
  const { passwordHash } = await identity.client.hashPassword(
    { password: options.password ?? PASSWORD },
    context(),
  );
  return {
    accountId: options.accountId ?? newId(),
    email: options.email ?? newEmail(),
    name: options.name ?? 'Ada',
    passwordHash,
    role: options.role ?? 'owner',
    creatorUserId: options.creatorUserId ?? '',
  };
}

/** Opens an account as the accounts service does, and returns its owner. */
export async function openAccount(identity: TestIdentity, options: OwnerOptions = {}) {
  const reservation = await reservationOf(identity, options);
  const { accountId, email } = reservation;
  const { userId } = await identity.client.reserveOwner(reservation, context());
  await identity.client.confirmOwner({ accountId, readOnly: false }, context());
  return { accountId, email, userId };
}

export function logIn(
  identity: TestIdentity,
  email: string,
  password: string = PASSWORD,
  more: object = {},
): Promise<Answer> {
  return identity.call('POST', '/v1/auth/login', { body: { email, password, ...more } });
}

export function refresh(identity: TestIdentity, refreshToken: string): Promise<Answer> {
  return identity.call('POST', '/v1/auth/refresh', {
    body: { refresh_token: refreshToken },
    headers: { Authorization: `Bearer ${refreshToken}` },
  });
}

/** Ids in a login response, as the gateway asserts them. */
export function callerOf({ body }: Answer) {
  const sessionId = parsePublicId('session', body.session_id);
  const userId = parsePublicId('user', body.user.id);
  if (!sessionId || !userId) throw new Error('no login');
  return { sessionId, userId };
}

export async function isAlive(identity: TestIdentity, login: Answer): Promise<boolean> {
  return (await identity.client.checkSession(callerOf(login), context())).alive;
}
