import { newEmail } from '@florin/system-kit';
import { call } from '../../api.ts';
import { hashing, logInAs, must, newClosed, newUser } from '../people.ts';
import {
  closedToSuspended,
  needsToken,
  refuses,
  refusesEach,
  scenarios,
  succeeds,
} from '../scenario.ts';
import type { World } from '../world.ts';

const open = (fields: object, token?: string) =>
  hashing(() =>
    call('POST', '/v1/accounts', {
      ...(token === undefined ? {} : { token }),
      body: {
        email: newEmail(),
        name: 'Ada Lovelace',
        type: 'business',
        password: 'correct horse',
        ...fields,
      },
    }),
  );

export const createAccountScenarios = [
  ...closedToSuspended('POST /v1/accounts'),
  ...scenarios(
    'POST /v1/accounts',
    succeeds(201, 'anybody, without a token', () => open({})),
    succeeds(201, 'an individual with settings', () =>
      open({
        type: 'individual',
        settings: { currency: 'jpy', timezone: 'Asia/Tokyo', language: 'ja' },
      }),
    ),
    succeeds(201, 'an admin', ({ admin }) => open({}, admin.token)),
    succeeds(201, 'an owner of another account', ({ owner }) => open({}, owner.token)),
    succeeds(201, 'a user without an account, for their own email', async () => {
      const user = await newUser();
      return open({ email: user.email }, user.token);
    }),
    refusesEach(400, 'invalid_request', (fields: object) => () => open(fields), {
      'no email': { email: undefined },
      'an email without a domain': { email: 'ada@' },
      'no name': { name: undefined },
      'an empty name': { name: '' },
      'a long name': { name: 'x'.repeat(201) },
      'no type': { type: undefined },
      'an unknown type': { type: 'club' },
      'no password': { password: undefined },
      'a short password': { password: '1234567' },
      'settings that are no object': { settings: 'USD' },
      'an unknown currency': { settings: { currency: 'XYZ' } },
      'an unknown time zone': { settings: { timezone: 'Europe/Atlantis' } },
      'an unknown language': { settings: { language: 'not a language' } },
    }),
    refuses(400, 'invalid_request', 'broken JSON', () =>
      call('POST', '/v1/accounts', { body: '{"email"' }),
    ),
    refuses(400, 'invalid_request', 'no body', () => call('POST', '/v1/accounts')),
    refuses(401, 'unauthorized', 'an unknown token, though none is needed', () =>
      open({}, 'nobody'),
    ),
    refuses(409, 'conflict', 'a login that an account created', async ({ owner }) => {
      const { email, password, userId } = await newUser(owner);
      await must(() => owner.call('DELETE', `/v1/account/users/${userId}`));
      const { token } = await logInAs(email, password);
      return open({ email }, token);
    }),
    refuses(409, 'email_exists', 'the email of an account', ({ owner }) =>
      open({ email: owner.email }),
    ),
    refuses(409, 'email_exists', 'the email of a user', ({ loner }) =>
      open({ email: loner.email }),
    ),
    succeeds(201, 'the email of a closed account', async () =>
      open({ email: (await newClosed()).email }),
    ),
    refuses(409, 'email_exists', 'the email of a user, by another user', ({ loner, owner }) =>
      open({ email: loner.email }, owner.token),
    ),
  ),
];

const listAccounts =
  (query: string) =>
  ({ admin }: World) =>
    admin.call('GET', `/v1/accounts?${query}`);

export const listAccountsScenarios = [
  ...needsToken('GET /v1/accounts'),
  ...scenarios(
    'GET /v1/accounts',
    succeeds(200, 'an admin', listAccounts('')),
    succeeds(200, 'the platform', ({ platform }) => platform.call('GET', '/v1/accounts')),
    succeeds(
      200,
      'every filter',
      listAccounts(
        'page=1&limit=2&status=active&type=business&livemode=false&created_after=2020-01-01&created_before=2999-01-01T00:00:00%2B02:00',
      ),
    ),
    succeeds(200, 'closed ones', listAccounts('status=closed')),
    succeeds(200, 'live ones', listAccounts('livemode=true')),
    succeeds(200, 'pending ones', listAccounts('status=pending')),
    succeeds(200, 'a page past the end', listAccounts('page=100000')),
    refusesEach(400, 'invalid_request', listAccounts, {
      'a limit of zero': 'limit=0',
      'a negative page': 'page=-1',
      'an unknown status': 'status=open',
      'an unknown type': 'type=club',
      'an unknown mode': 'livemode=yes',
      'an unknown day': 'created_after=2026-02-30',
      'a time without end': 'created_before=infinity',
    }),
    refuses(403, 'forbidden', 'an owner', ({ owner }) => owner.call('GET', '/v1/accounts')),
    refuses(403, 'forbidden', 'a member', ({ member }) => member.call('GET', '/v1/accounts')),
    refuses(403, 'forbidden', 'a user without an account', ({ loner }) =>
      loner.call('GET', '/v1/accounts'),
    ),
  ),
];

export const getAccountScenarios = [
  ...needsToken('GET /v1/account'),
  ...scenarios(
    'GET /v1/account',
    succeeds(200, 'the owner', ({ owner }) => owner.call('GET', '/v1/account')),
    succeeds(200, 'a member', ({ member }) => member.call('GET', '/v1/account')),
    succeeds(200, 'a suspended account', ({ suspended }) => suspended.call('GET', '/v1/account')),
    succeeds(200, 'a new owner by the token from before', async () => {
      const user = await newUser();
      await open({ email: user.email }, user.token);
      return user.call('GET', '/v1/account');
    }),
    refuses(401, 'unauthorized', 'a closed account', ({ closed }) =>
      closed.call('GET', '/v1/account'),
    ),
    refuses(401, 'unauthorized', 'a suspended user', async ({ admin, owner }) => {
      const person = await newUser(owner);
      const body = { status: 'suspended' };
      await admin.call('PATCH', `/v1/users/${person.userId}`, { body });
      return person.call('GET', '/v1/account');
    }),
    refuses(403, 'forbidden', 'a user without an account', ({ loner }) =>
      loner.call('GET', '/v1/account'),
    ),
  ),
];
