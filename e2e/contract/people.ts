import { ADMIN, atMost, makePeople, must } from '@florin/system-kit';
import type { Answer } from '@florin/testing';
import { type Call, call } from '../api.ts';

export { ADMIN, must };

/** Sends requests with one token. */
export interface Caller {
  readonly token: string;
  call(method: string, path: string, options?: Call): Promise<Answer>;
}

/** A program with an API key. */
export interface Key extends Caller {
  readonly id: string;
}

/** A user who is logged in. */
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

/** Limits requests that hash a password, which is slow: more than two at a time would time out. */
export const hashing = atMost(2);

// One attempt each: `makePeople` retries with another email, since the first may be taken.
const people = makePeople(({ method, path, ...request }) =>
  hashing(() => call(method, path, { ...request, triesMax: 1 })),
);

async function logIn(email: string, password: string) {
  const { token, ...session } = await people.logIn(email, password);
  return { ...session, email, password, ...callerOf(token) };
}

function callerOf(token: string): Caller {
  return { token, call: (method, path, options) => call(method, path, { token, ...options }) };
}

export async function logInAs(email: string, password: string): Promise<Person> {
  const session = await logIn(email, password);
  const user = await must(() => session.call('GET', `/v1/users/${session.userId}`));
  return { ...session, accountId: user.account_id };
}

/** Opens an account and logs its owner in. */
export async function newOwner(fields: object = {}): Promise<Owner> {
  const { id: accountId, email, password } = await people.openAccount(fields);
  return { ...(await logIn(email, password)), accountId };
}

/** The owner of a closed account. */
export async function newClosed(): Promise<Owner> {
  const owner = await newOwner();
  let tries = 0;
  await must(async () => {
    tries += 1;
    const answer = await owner.call('DELETE', '/v1/account');
    // Closing continues after a 503, and then the token is refused: 401 means closed.
    return tries > 1 && answer.status === 401 ? { ...answer, status: 200 } : answer;
  });
  return owner;
}

/** A user of an owner's account, of the account in `fields` if an admin creates it, or of none. */
export async function newUser(creator?: Person, fields: object = {}): Promise<Person> {
  const { email, password } = await people.createUser(fields, creator?.token);
  return logInAs(email, password);
}

export async function newKey(owner: Owner, scopes?: readonly string[]): Promise<Key> {
  const fields = { name: 'Till', ...(scopes && { scopes }) };
  const { id, secret } = await people.createKey(fields, owner.token);
  return { id, ...callerOf(secret) };
}
