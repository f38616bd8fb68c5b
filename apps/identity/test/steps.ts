import { newId, parsePublicId, type Uuid } from '@florin/contracts';
import type { Answer } from '@florin/testing';
import type { TestIdentity } from './start-identity.ts';

export const PASSWORD = 'correct horse battery';

/** What every call over gRPC carries. */
export const context = () => ({ requestId: newId(), timeoutMs: 5_000 });

export interface OwnerWish {
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

/** The request that reserves an owner, with a password that was hashed by the service. */
export async function reservationOf(identity: TestIdentity, wish: OwnerWish = {}) {
  const { passwordHash } = await identity.client.hashPassword(
    { password: wish.password ?? PASSWORD },
    context(),
  );
  return {
    accountId: wish.accountId ?? newId(),
    email: wish.email ?? newEmail(),
    name: wish.name ?? 'Ada',
    passwordHash,
    role: wish.role ?? 'owner',
    creatorUserId: wish.creatorUserId ?? '',
  };
}

/** Opens an account the way the accounts service does, and returns its owner. */
export async function openAccount(identity: TestIdentity, wish: OwnerWish = {}) {
  const reservation = await reservationOf(identity, wish);
  const { accountId, email } = reservation;
  const { userId } = await identity.client.reserveOwner(reservation, context());
  await identity.client.confirmOwner({ accountId, readOnly: false }, context());
  return { accountId, email, userId };
}

export function logIn(
  identity: TestIdentity,
  email: string,
  password: string = PASSWORD,
): Promise<Answer> {
  return identity.call('POST', '/v1/auth/login', { body: { email, password } });
}

export function refresh(identity: TestIdentity, refreshToken: string): Promise<Answer> {
  return identity.call('POST', '/v1/auth/refresh', {
    body: { refresh_token: refreshToken },
    headers: { Authorization: `Bearer ${refreshToken}` },
  });
}

/** Ids inside a login's answer, as the gateway would vouch for them. */
export function callerOf({ body }: Answer) {
  const sessionId = parsePublicId('session', body.session_id);
  const userId = parsePublicId('user', body.user.id);
  if (!sessionId || !userId) throw new Error('no login');
  return { sessionId, userId };
}

export async function isAlive(identity: TestIdentity, login: Answer): Promise<boolean> {
  return (await identity.client.checkSession(callerOf(login), context())).alive;
}
