import { newEmail } from '@florin/system-kit';
import { call } from '../../api.ts';
import type { Contract } from '../contract.ts';
import { hashing, must, newUser } from '../people.ts';
import { enrolled } from '../prepare/factors.ts';
import { type Run, refuses, refusesEach, succeeds } from '../scenario.ts';

const logIn = (body: unknown, headers: Record<string, string> = {}) =>
  hashing(() => call('POST', '/v1/auth/login', { body, headers }));

const sending =
  (body: unknown): Run =>
  () =>
    logIn(body);

export const contract: Contract = {
  operation: 'POST /v1/auth/login',
  access: 'by knowledge',
  events: ['session.created'],
  scenarios: [
    succeeds(200, 'the right email and password', ({ owner }) =>
      logIn({ email: owner.email, password: owner.password }),
    ),
    succeeds(200, 'the email in capitals and with spaces around it', ({ owner }) =>
      logIn({ email: ` ${owner.email.toUpperCase()} `, password: owner.password }),
    ),
    succeeds(200, 'a username instead of the email', async () => {
      const user = await newUser();
      const username = `ada-${user.userId.slice(-20)}`;
      await must(() => user.call('PATCH', `/v1/users/${user.userId}`, { body: { username } }));
      return logIn({ email: username, password: user.password });
    }),
    succeeds(200, 'a stale token in the header', ({ owner }) =>
      logIn({ email: owner.email, password: owner.password }, { Authorization: 'Bearer stale' }),
    ),
    succeeds(200, 'a user of a suspended account', ({ suspended }) =>
      logIn({ email: suspended.email, password: suspended.password }),
    ),
    refusesEach(400, 'invalid_request', sending, {
      'no password': { email: 'ada@example.com' },
      'no email': { password: 'correct horse' },
      'an email that is no text': { email: 1, password: 'correct horse' },
      'a password that is no text': { email: 'ada@example.com', password: null },
      'an empty password': { email: 'ada@example.com', password: '' },
      'NUL in the email': { email: 'ada\0@example.com', password: 'correct horse' },
      'a list': [],
      'incomplete JSON': '{"email":"ada@example.com",',
      'no JSON': 'email=ada',
    }),
    refuses(400, 'invalid_request', 'no body', () => call('POST', '/v1/auth/login')),
    refuses(400, 'invalid_request', 'another content type', () =>
      logIn('email=ada%40example.com&password=x', {
        'Content-Type': 'application/x-www-form-urlencoded',
      }),
    ),
    refuses(401, 'invalid_credentials', 'a wrong password', ({ owner }) =>
      logIn({ email: owner.email, password: 'correct horse' }),
    ),
    refuses(401, 'invalid_credentials', 'the password in another case', ({ owner }) =>
      logIn({ email: owner.email, password: owner.password.toUpperCase() }),
    ),
    refuses(401, 'invalid_credentials', 'an unknown email', () =>
      logIn({ email: newEmail(), password: 'correct horse' }),
    ),
    refuses(401, 'invalid_credentials', 'a malformed identifier', () =>
      logIn({ email: '@@', password: 'correct horse' }),
    ),
    refuses(401, 'invalid_credentials', 'a user of a closed account', ({ closed }) =>
      logIn({ email: closed.email, password: closed.password }),
    ),
    refuses(401, 'invalid_credentials', 'a deleted user', async () => {
      const user = await newUser();
      await must(() => user.call('DELETE', `/v1/users/${user.userId}`));
      return logIn({ email: user.email, password: user.password });
    }),
    refuses(
      401,
      'unauthorized',
      'a suspended user with the right password',
      async ({ admin, owner }) => {
        const { userId, email, password } = await newUser(owner);
        const body = { status: 'suspended' };
        await must(() => admin.call('PATCH', `/v1/users/${userId}`, { body }));
        return logIn({ email, password });
      },
    ),
    succeeds(200, 'a second factor', async () => {
      const { person, recoveryCodes } = await enrolled();
      const { email, password } = person;
      const body = { email, password, code: recoveryCodes[0] };
      return hashing(() => call('POST', '/v1/auth/login', { body }));
    }),
    refuses(401, 'second_factor_required', 'without a second factor', async () => {
      const { email, password } = (await enrolled()).person;
      return hashing(() => call('POST', '/v1/auth/login', { body: { email, password } }));
    }),
    refuses(401, 'unauthorized', 'an account of others', async ({ stranger }) => {
      const { email, password } = await newUser();
      const body = { email, password, account_id: stranger.accountId };
      return hashing(() => call('POST', '/v1/auth/login', { body }));
    }),
  ],
};
