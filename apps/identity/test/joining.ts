import { toPublicId } from '@florin/contracts';
import { expect } from 'vitest';
import { openMail } from './mails.ts';
import { logInAs, type Person } from './people.ts';
import type { TestDatabase, TestIdentity } from './start-identity.ts';
import { newEmail, PASSWORD } from './steps.ts';

interface Doors {
  readonly identity: () => TestIdentity;
  readonly database: () => TestDatabase;
}

export const accountIdOf = ({ accountId }: Pick<Person, 'accountId'>) =>
  toPublicId('account', accountId ?? '');

/** Steps by which users join accounts and set passwords through mails. */
export function makeJoining({ identity, database }: Doors) {
  const invite = (by: Person, email: string, role: string) =>
    identity().call('POST', '/v1/invitations', { caller: by.caller, body: { email, role } });
  const accept = (token: string, body: object = {}) =>
    identity().call('POST', '/v1/invitations/accept', {
      body: { token, password: PASSWORD, ...body },
    });
  const invitationFor = async (email: string) =>
    (await openMail(identity(), database(), email, 'invitation')).token;

  /** A user who joins the account of `by`: with a new login, or the one of `email`. */
  async function join(by: Person, role: string, email = newEmail()): Promise<Person> {
    expect((await invite(by, email, role)).status).toBe(201);
    expect((await accept(await invitationFor(email))).status).toBe(200);
    return logInAs(identity(), email, PASSWORD, { account_id: accountIdOf(by) });
  }

  /** Resets a password by mail. */
  async function chooseByMail(email: string, password: string) {
    await identity().call('POST', '/v1/auth/password_reset', { body: { email } });
    const { token } = await openMail(identity(), database(), email, 'password_reset');
    const body = { token, password };
    return identity().call('POST', '/v1/auth/password_reset/confirm', { body });
  }

  const membersPath = (whom: Person) => `/v1/account/users/${whom.id}`;
  const changeRole = (by: Person, whom: Person, role: string) =>
    identity().call('PATCH', membersPath(whom), { caller: by.caller, body: { role } });
  const remove = (by: Person, whom: Person, body?: object) =>
    identity().call('DELETE', membersPath(whom), {
      caller: by.caller,
      ...(body === undefined ? {} : { body }),
    });

  return { invite, accept, invitationFor, join, chooseByMail, changeRole, remove };
}
