import { call } from '../../api.ts';
import { codeOf } from '../../authenticator.ts';
import { browse, openPage } from '../pay.ts';
import { hashing, must, newOwner, newUser, type Person } from '../people.ts';
import { needsToken, refuses, refusesEach, scenarios, succeeds } from '../scenario.ts';
import { ABSENT } from '../world.ts';

const FACTORS = '/v1/auth/factors';
const FACTOR = `${FACTORS}/{factor_id}`;
const CODES = `${FACTORS}/recovery_codes`;
const STEP_UP = '/v1/auth/step_up';
const OF_USER = '/v1/users/{user_id}/factors';
const COOKIE = '/v1/auth/browser_session';
const PAGE = '/auth/login';

const begin = (by: Person, password = by.password) =>
  hashing(() => by.call('POST', FACTORS, { body: { password } }));
const confirm = (by: Person, id: string, code: string) =>
  by.call('POST', `${FACTORS}/${id}/confirm`, { body: { code } });
const stepUp = (by: Person, code: string) => by.call('POST', STEP_UP, { body: { code } });

/** A user with a second factor, whose current code is used up. */
export async function enrolled(user?: Person) {
  const person = user ?? (await newUser());
  const { id, secret } = await must(() => begin(person));
  const { recovery_codes: recoveryCodes } = await must(() => confirm(person, id, codeOf(secret)));
  return { person, id, secret, recoveryCodes: recoveryCodes as readonly string[] };
}

const factors = [
  ...needsToken(`POST ${FACTORS}`),
  ...scenarios(
    `POST ${FACTORS}`,
    succeeds(201, 'the own password', async () => begin(await newUser())),
    refusesEach(
      400,
      'invalid_request',
      (body: object) => async () => (await newUser()).call('POST', FACTORS, { body }),
      { 'no password': {}, 'an unknown kind': { password: 'x', type: 'sms' } },
    ),
    refuses(401, 'invalid_credentials', 'another password', async () =>
      begin(await newUser(), 'another battery'),
    ),
    refuses(403, 'forbidden', 'an API key', ({ key }) =>
      key.call('POST', FACTORS, { body: { password: 'correct horse' } }),
    ),
    refuses(409, 'conflict', 'a second one', async () => begin((await enrolled()).person)),
  ),
  ...needsToken(`GET ${FACTORS}`),
  ...scenarios(
    `GET ${FACTORS}`,
    succeeds(200, 'nobody’s', ({ loner }) => loner.call('GET', FACTORS)),
    succeeds(200, 'the own', async () => (await enrolled()).person.call('GET', FACTORS)),
    refuses(403, 'forbidden', 'an API key', ({ key }) => key.call('GET', FACTORS)),
  ),
  ...needsToken(`POST ${FACTOR}/confirm`),
  ...scenarios(
    `POST ${FACTOR}/confirm`,
    succeeds(200, 'its first code', async () => {
      const user = await newUser();
      const { id, secret } = await must(() => begin(user));
      return confirm(user, id, codeOf(secret));
    }),
    refuses(400, 'invalid_request', 'no code', async () => {
      const user = await newUser();
      const { id } = await must(() => begin(user));
      return user.call('POST', `${FACTORS}/${id}/confirm`, { body: {} });
    }),
    refuses(400, 'invalid_grant', 'an old code', async () => {
      const user = await newUser();
      const { id, secret } = await must(() => begin(user));
      return confirm(user, id, codeOf(secret, -20));
    }),
    refuses(403, 'forbidden', 'an API key', ({ key }) =>
      key.call('POST', `${FACTORS}/${ABSENT.factor}/confirm`, { body: { code: '123456' } }),
    ),
    refuses(404, 'not_found', 'an unknown factor', ({ loner }) =>
      confirm(loner, ABSENT.factor, '123456'),
    ),
    refuses(409, 'conflict', 'a confirmed one', async () => {
      const { person, id, secret } = await enrolled();
      return confirm(person, id, codeOf(secret, 1));
    }),
  ),
  ...needsToken(`POST ${CODES}`),
  ...scenarios(
    `POST ${CODES}`,
    succeeds(200, 'other ones', async () => (await enrolled()).person.call('POST', CODES)),
    refuses(400, 'invalid_request', 'incomplete JSON', async () =>
      (await newUser()).call('POST', CODES, { body: '{"a' }),
    ),
    refuses(403, 'forbidden', 'an API key', ({ key }) => key.call('POST', CODES)),
    refuses(409, 'conflict', 'without a factor', async () => (await newUser()).call('POST', CODES)),
  ),
  ...needsToken(`DELETE ${FACTOR}`),
  ...scenarios(
    `DELETE ${FACTOR}`,
    succeeds(200, 'the own', async () => {
      const { person, id } = await enrolled();
      return person.call('DELETE', `${FACTORS}/${id}`);
    }),
    refuses(403, 'forbidden', 'an API key', ({ key }) =>
      key.call('DELETE', `${FACTORS}/${ABSENT.factor}`),
    ),
    refuses(404, 'not_found', "another user's", async () => {
      const { id } = await enrolled();
      return (await newUser()).call('DELETE', `${FACTORS}/${id}`);
    }),
  ),
  ...needsToken(`POST ${STEP_UP}`),
  ...scenarios(
    `POST ${STEP_UP}`,
    succeeds(200, 'the next code', async () => {
      const { person, secret } = await enrolled();
      return stepUp(person, codeOf(secret, 1));
    }),
    succeeds(200, 'a recovery code', async () => {
      const { person, recoveryCodes } = await enrolled();
      return stepUp(person, recoveryCodes[0] ?? '');
    }),
    refuses(400, 'invalid_request', 'no code', async () =>
      (await newUser()).call('POST', STEP_UP, { body: {} }),
    ),
    refuses(400, 'invalid_grant', 'a code that was used', async () => {
      const { person, recoveryCodes } = await enrolled();
      await must(() => stepUp(person, recoveryCodes[0] ?? ''));
      return stepUp(person, recoveryCodes[0] ?? '');
    }),
    refuses(403, 'forbidden', 'an API key', ({ key }) =>
      key.call('POST', STEP_UP, { body: { code: '123456' } }),
    ),
    refuses(409, 'conflict', 'without a factor', async () => stepUp(await newUser(), '123456')),
  ),
  ...needsToken(`DELETE ${OF_USER}`),
  ...scenarios(
    `DELETE ${OF_USER}`,
    succeeds(200, 'that of a member', async () => {
      const owner = await newOwner();
      const { person } = await enrolled(await newUser(owner));
      return owner.call('DELETE', `/v1/users/${person.userId}/factors`);
    }),
    refuses(403, 'forbidden', 'the own', async () => {
      const user = await newUser();
      return user.call('DELETE', `/v1/users/${user.userId}/factors`);
    }),
    refuses(
      403,
      'forbidden',
      'that of a login that is its person’s own',
      async ({ admin, owner }) => {
        const { userId } = await newUser(admin, { account_id: owner.accountId });
        return owner.call('DELETE', `/v1/users/${userId}/factors`);
      },
    ),
    refuses(403, 'forbidden', 'a suspended account, which only reads', ({ suspended }) =>
      suspended.call('DELETE', `/v1/users/${suspended.userId}/factors`),
    ),
    refuses(404, 'not_found', "another user's", ({ owner, stranger }) =>
      owner.call('DELETE', `/v1/users/${stranger.userId}/factors`),
    ),
  ),
  ...scenarios(
    'POST /v1/auth/login',
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
  ),
];

const submit = (form: Readonly<Record<string, string>>) =>
  hashing(() => browse(PAGE, { method: 'POST', body: new URLSearchParams(form) }));

const browsers = [
  ...scenarios(
    `GET ${PAGE}`,
    succeeds(200, 'the page', () => openPage(PAGE)),
  ),
  ...scenarios(
    `POST ${PAGE}`,
    succeeds(200, 'the right password', async () => {
      const { email, password } = await newUser();
      return submit({ email, password });
    }),
    succeeds(200, 'a wrong password', async () =>
      submit({ email: (await newUser()).email, password: 'another battery' }),
    ),
    succeeds(303, 'with a page to go to', async () => {
      const { email, password } = await newUser();
      return submit({ email, password, return_to: '/console' });
    }),
    refuses(400, 'invalid_request', 'broken JSON', () =>
      browse(PAGE, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{"email":',
      }),
    ),
  ),
  ...scenarios(
    `POST ${COOKIE}`,
    succeeds(200, 'a refresh token', async () =>
      call('POST', COOKIE, { token: (await newUser()).refreshToken }),
    ),
    refuses(400, 'invalid_request', 'incomplete JSON', () =>
      call('POST', COOKIE, { token: 'some-token', body: '{"a' }),
    ),
    refuses(400, 'invalid_grant', 'an unknown token', () =>
      call('POST', COOKIE, { token: 'some-token' }),
    ),
    refuses(401, 'unauthorized', 'no token', () => call('POST', COOKIE)),
    refuses(403, 'unauthorized', 'a suspended user', async ({ owner }) => {
      const user = await newUser(owner);
      const body = { status: 'suspended' };
      await must(() => owner.call('PATCH', `/v1/users/${user.userId}`, { body }));
      return call('POST', COOKIE, { token: user.refreshToken });
    }),
  ),
  ...needsToken(`DELETE ${COOKIE}`),
  ...scenarios(
    `DELETE ${COOKIE}`,
    succeeds(200, 'the own session', async () => (await newUser()).call('DELETE', COOKIE)),
    refuses(403, 'forbidden', 'an API key', ({ key }) => key.call('DELETE', COOKIE)),
  ),
];

export const factorScenarios = [...factors, ...browsers];
