import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { newEmail } from '@florin/system-kit';
import type { Answer } from '@florin/testing';
import { type Call, call } from '../api.ts';
import { atMost } from './at-most.ts';

/** Whoever sends requests with a token. */
export interface Caller {
  readonly token: string;
  call(method: string, path: string, options?: Call): Promise<Answer>;
}

/** A program with an API key. */
export interface Key extends Caller {
  readonly id: string;
}

/** Somebody with a login, as the public surface knows them. */
export interface Person extends Caller {
  readonly userId: string;
  /** Null for a user without an account. */
  readonly accountId: string | null;
  readonly email: string;
  readonly password: string;
  readonly refreshToken: string;
  readonly sessionId: string;
}

export interface Owner extends Person {
  readonly accountId: string;
}

/** The admin that every Florin starts with. */
export const ADMIN = { email: 'admin@florin.local', password: 'florin-admin-pass' } as const;

const TRIES_MAX = 8;

/** For whatever makes Florin hash a password, which takes it long: more at once would time out. */
export const hashing = atMost(2);

/** A call that has to succeed for the tests to mean anything. It is repeated when it is put off. */
export async function must(send: () => Promise<Answer>): Promise<Answer['body']> {
  for (let tries = 1; ; tries += 1) {
    const { status, headers, body } = await send();
    if (status < 300) return body;
    if (tries === TRIES_MAX || !headers.has('retry-after'))
      throw new Error(`a fixture was answered ${status} ${JSON.stringify(body)}`);
    await pause(Number(headers.get('retry-after') ?? 1) * 1_000);
  }
}

export async function logInAs(email: string, password: string): Promise<Person> {
  const body = { email, password };
  const session = await must(() => hashing(() => call('POST', '/v1/auth/login', { body })));
  const { access_token: token, session_id: sessionId } = session;
  const path = `/v1/users/${session.user.id}`;
  const user = await must(() => call('GET', path, { token }));
  return {
    userId: user.id,
    accountId: user.account_id,
    email,
    password,
    token,
    refreshToken: session.refresh_token,
    sessionId,
    call: (method, target, options) => call(method, target, { token, ...options }),
  };
}

export function newPassword(): string {
  return `pass ${randomBytes(8).toString('hex')}`;
}

export async function newOwner(fields: object = {}): Promise<Owner> {
  const password = newPassword();
  const body = { name: 'Ada Lovelace', type: 'business', password, ...fields };
  // Another email at every try: one that was put off may have come through all the same.
  const account = await must(() =>
    hashing(() => call('POST', '/v1/accounts', { body: { email: newEmail(), ...body } })),
  );
  return { ...(await logInAs(account.email, password)), accountId: account.id };
}

/** The owner of an account that is closed. */
export async function newClosed(): Promise<Owner> {
  const owner = await newOwner();
  let tries = 0;
  await must(async () => {
    tries += 1;
    const answer = await owner.call('DELETE', '/v1/account');
    // Closing goes on behind an answer that has put it off: then nobody is let in any more.
    return tries > 1 && answer.status === 401 ? { ...answer, status: 200 } : answer;
  });
  return owner;
}

/** A user whom `creator` makes: a member of an owner's account, what is asked for an admin. */
export async function newUser(creator?: Person, fields: object = {}): Promise<Person> {
  const password = newPassword();
  const body = { name: 'Grace Hopper', password, ...fields };
  const token = creator && { token: creator.token };
  const user = await must(() =>
    hashing(() => call('POST', '/v1/users', { ...token, body: { email: newEmail(), ...body } })),
  );
  return logInAs(user.email, password);
}

export async function newKey(owner: Owner, scopes?: readonly string[]): Promise<Key> {
  const body = { name: 'Till', ...(scopes && { scopes }) };
  const { id, secret: token } = await must(() => owner.call('POST', '/v1/api_keys', { body }));
  return { id, token, call: (method, path, options) => call(method, path, { token, ...options }) };
}
