import { randomBytes } from 'node:crypto';
import { newEmail, newPassword } from '@florin/system-kit';
import { call } from '../../api.ts';
import { query } from '../../database.ts';
import { findLink } from '../../mailbox.ts';
import { browse, openPage } from '../pay.ts';
import { hashing, must, newUser, type Person } from '../people.ts';
import { needsToken, type Run, refuses, refusesEach, scenarios, succeeds } from '../scenario.ts';

const VERIFY = 'POST /v1/auth/verify_email';
const SEND = `${VERIFY}/send`;
const RESET = 'POST /v1/auth/password_reset';
const CONFIRM = `${RESET}/confirm`;
const EMAIL = 'POST /v1/auth/email';
/** A well-formed token that was never issued. */
const UNKNOWN = 'A'.repeat(43);
const welcome = /^Welcome/;
const forgotten = /new password/;

const to = (operation: string) => operation.split(' ')[1] ?? '';
const post = (operation: string, body: unknown, person?: Person) =>
  hashing(() =>
    person ? person.call('POST', to(operation), { body }) : call('POST', to(operation), { body }),
  );
const sending =
  (operation: string) =>
  (body: unknown): Run =>
  () =>
    post(operation, body);
const submit = (address: string, form: Readonly<Record<string, string>>) =>
  hashing(() => browse(address, { method: 'POST', body: new URLSearchParams(form) }));
const submitJson = (address: string) =>
  browse(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"email":',
  });

/** A new user, and the link of their welcome mail. */
async function welcomed() {
  const user = await newUser();
  return { user, ...(await findLink(user.email, welcome)) };
}

/** A user who requested a password reset, and the link of that mail. */
async function forgetful() {
  const { email } = await newUser();
  await must(() => call('POST', to(RESET), { body: { email } }));
  return { email, ...(await findLink(email, forgotten)) };
}

export const recoveryScenarios = [
  ...scenarios(
    RESET,
    succeeds(200, 'of a user', async () => post(RESET, { email: (await newUser()).email })),
    succeeds(200, 'of nobody', () => post(RESET, { email: newEmail() })),
    refusesEach(400, 'invalid_request', sending(RESET), {
      'no email': {},
      'an email that is none': { email: 'ada' },
      'broken JSON': '{"email":',
    }),
  ),
  ...scenarios(
    CONFIRM,
    succeeds(200, 'the token of a mail', async () => {
      const { token } = await forgetful();
      return post(CONFIRM, { token, password: newPassword() });
    }),
    refusesEach(400, 'invalid_request', sending(CONFIRM), {
      'no token': { password: 'correct horse' },
      'a password that is too short': { token: UNKNOWN, password: 'short' },
      'broken JSON': '{"token":',
    }),
    refuses(400, 'invalid_grant', 'an unknown token', () =>
      post(CONFIRM, { token: UNKNOWN, password: newPassword() }),
    ),
    refuses(400, 'invalid_grant', 'a token for something else', async () => {
      const { token } = await welcomed();
      return post(CONFIRM, { token, password: newPassword() });
    }),
  ),
  ...scenarios(
    VERIFY,
    succeeds(200, 'the token of a mail', async () => {
      const { token } = await welcomed();
      return post(VERIFY, { token });
    }),
    succeeds(200, 'the code of a mail', async () => {
      const { user, code } = await welcomed();
      return post(VERIFY, { code }, user);
    }),
    refusesEach(400, 'invalid_request', sending(VERIFY), {
      nothing: {},
      'a token and a code': { token: UNKNOWN, code: '123456' },
      'an invalid code': { code: 'abcdef' },
      'broken JSON': '{"token":',
    }),
    refuses(400, 'invalid_grant', 'an unknown token', () => post(VERIFY, { token: UNKNOWN })),
    refuses(401, 'unauthorized', 'a code without a login', () => post(VERIFY, { code: '123456' })),
    refuses(409, 'email_exists', 'a new email that another user has taken meanwhile', async () => {
      const [user, other] = [await newUser(), await newUser()];
      await must(() => post(EMAIL, { email: other.email, password: user.password }, user));
      const { token } = await findLink(other.email, /new email address/);
      return post(VERIFY, { token });
    }),
  ),
  ...needsToken(SEND),
  ...scenarios(
    SEND,
    succeeds(200, 'an unverified email', async () => (await newUser()).call('POST', to(SEND))),
    refuses(400, 'invalid_request', 'incomplete JSON', ({ owner }) =>
      owner.call('POST', to(SEND), { body: '{"email":' }),
    ),
    refuses(403, 'forbidden', 'an API key', ({ key }) => key.call('POST', to(SEND))),
    refuses(409, 'conflict', 'one that is verified', async () => {
      const { user, token } = await welcomed();
      await must(() => post(VERIFY, { token }));
      return user.call('POST', to(SEND));
    }),
  ),
  ...needsToken(EMAIL),
  ...scenarios(
    EMAIL,
    succeeds(200, 'another email', async () => {
      const user = await newUser();
      return post(EMAIL, { email: newEmail(), password: user.password }, user);
    }),
    refuses(400, 'invalid_request', 'the same email', async () => {
      const user = await newUser();
      return post(EMAIL, { email: user.email, password: user.password }, user);
    }),
    refuses(400, 'invalid_request', 'no email', async () => {
      const user = await newUser();
      return post(EMAIL, { password: user.password }, user);
    }),
    refuses(403, 'forbidden', 'an API key', ({ key }) =>
      key.call('POST', to(EMAIL), { body: { email: newEmail(), password: 'correct horse' } }),
    ),
    refuses(401, 'invalid_credentials', 'a wrong password', async () => {
      const user = await newUser();
      return post(EMAIL, { email: newEmail(), password: 'wrong horse' }, user);
    }),
  ),
  ...scenarios(
    'GET /auth/reset',
    succeeds(200, 'the page', () => openPage('/auth/reset')),
  ),
  ...scenarios(
    'POST /auth/reset',
    succeeds(200, 'an email', () => submit('/auth/reset', { email: newEmail() })),
    refuses(400, 'invalid_request', 'broken JSON', () => submitJson('/auth/reset')),
  ),
  ...scenarios(
    'GET /auth/reset/{token}',
    succeeds(200, 'the link of a mail', async () => openPage((await forgetful()).url)),
    refuses(404, 'not_found', 'an unknown link', () => openPage(`/auth/reset/${UNKNOWN}`)),
  ),
  ...scenarios(
    'POST /auth/reset/{token}',
    succeeds(200, 'a password', async () =>
      submit((await forgetful()).url, { password: newPassword() }),
    ),
    refuses(400, 'invalid_request', 'broken JSON', async () => submitJson((await forgetful()).url)),
    refuses(404, 'not_found', 'an unknown link', () =>
      submit(`/auth/reset/${UNKNOWN}`, { password: newPassword() }),
    ),
  ),
  ...scenarios(
    'GET /auth/once/{token}',
    succeeds(303, 'the link of a start', async () => {
      const { email } = await newUser();
      const token = randomBytes(32).toString('base64url');
      await query(
        'identity',
        `insert into identity.login_links
         select sha256($1), id, now() + interval '1 minute' from identity.users where email = $2`,
        [Buffer.from(token), email],
      );
      return openPage(`/auth/once/${token}`);
    }),
    refuses(404, 'not_found', 'an unknown link', () => openPage(`/auth/once/${UNKNOWN}`)),
  ),
  ...scenarios(
    'GET /auth/confirm/{token}',
    succeeds(200, 'the link of a mail', async () => openPage((await welcomed()).url)),
    refuses(404, 'not_found', 'an unknown link', () => openPage(`/auth/confirm/${UNKNOWN}`)),
  ),
  ...scenarios(
    'POST /auth/confirm/{token}',
    succeeds(200, 'the button', async () => submit((await welcomed()).url, {})),
    refuses(400, 'invalid_request', 'broken JSON', async () => submitJson((await welcomed()).url)),
    refuses(404, 'not_found', 'an unknown link', () => submit(`/auth/confirm/${UNKNOWN}`, {})),
  ),
];
