import { newEmail } from '@florin/system-kit';
import { call } from '../../api.ts';
import { hashing, newClosed, newUser } from '../people.ts';
import {
  closedToSuspended,
  needsToken,
  refuses,
  refusesEach,
  scenarios,
  succeeds,
} from '../scenario.ts';
import { ABSENT, type World } from '../world.ts';

const listUsers =
  (query: string) =>
  ({ admin }: World) =>
    admin.call('GET', `/v1/users?${query}`);

export const listUsersScenarios = [
  ...needsToken('GET /v1/users'),
  ...scenarios(
    'GET /v1/users',
    succeeds(200, 'an admin', listUsers('')),
    succeeds(200, 'the platform', ({ platform }) => platform.call('GET', '/v1/users')),
    succeeds(200, 'every filter', listUsers('page=1&limit=2&status=active&search=ada')),
    succeeds(200, 'a page past the end', listUsers('page=100000')),
    succeeds(200, 'a limit over the maximum', listUsers('limit=1000')),
    refusesEach(400, 'invalid_request', listUsers, {
      'a limit of zero': 'limit=0',
      'a negative limit': 'limit=-1',
      'half a limit': 'limit=1.5',
      'a limit in words': 'limit=ten',
      'page zero': 'page=0',
      'a status that users do not have': 'status=closed',
    }),
    refuses(403, 'forbidden', 'an owner', ({ owner }) => owner.call('GET', '/v1/users')),
    refuses(403, 'forbidden', 'a member', ({ member }) => member.call('GET', '/v1/users')),
    refuses(403, 'forbidden', 'a user without an account', ({ loner }) =>
      loner.call('GET', '/v1/users'),
    ),
  ),
];

const listTeam =
  (query: string) =>
  ({ owner }: World) =>
    owner.call('GET', `/v1/account/users?${query}`);

export const listTeamScenarios = [
  ...needsToken('GET /v1/account/users'),
  ...scenarios(
    'GET /v1/account/users',
    succeeds(200, 'an owner', listTeam('')),
    succeeds(200, 'an admin, of the platform', ({ admin }) =>
      admin.call('GET', '/v1/account/users'),
    ),
    succeeds(200, 'every filter', listTeam('limit=2&status=active&role=owner&search=ada')),
    succeeds(200, 'a page after a user', ({ owner, member }) =>
      owner.call('GET', `/v1/account/users?starting_after=${member.userId}`),
    ),
    refusesEach(400, 'invalid_request', listTeam, {
      'a limit of zero': 'limit=0',
      'a status that users do not have': 'status=closed',
      'an unknown role': 'role=king',
      'an unknown cursor': `starting_after=${ABSENT.user}`,
    }),
    refuses(403, 'forbidden', 'a member', ({ member }) => member.call('GET', '/v1/account/users')),
    refuses(403, 'forbidden', 'a user without an account', ({ loner }) =>
      loner.call('GET', '/v1/account/users'),
    ),
    refuses(403, 'forbidden', 'the platform', ({ platform }) =>
      platform.call('GET', '/v1/account/users'),
    ),
    succeeds(200, 'an API key with the scope', ({ key }) => key.call('GET', '/v1/account/users')),
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey }) =>
      narrowKey.call('GET', '/v1/account/users'),
    ),
  ),
];

const create = (fields: object, token?: string) =>
  hashing(() =>
    call('POST', '/v1/users', {
      ...(token === undefined ? {} : { token }),
      body: { email: newEmail(), password: 'correct horse', ...fields },
    }),
  );

export const createUserScenarios = [
  ...closedToSuspended('POST /v1/users'),
  ...scenarios(
    'POST /v1/users',
    succeeds(201, 'anybody, without a token', () => create({ name: 'Ada' })),
    succeeds(201, 'no name', () => create({})),
    succeeds(201, 'an owner, for the account', ({ owner }) => create({}, owner.token)),
    succeeds(201, 'a member', ({ member }) => create({}, member.token)),
    succeeds(201, 'an API key with all scopes', ({ key }) => create({}, key.token)),
    refuses(401, 'unauthorized', 'an API key without the scope', ({ narrowKey }) =>
      create({}, narrowKey.token),
    ),
    succeeds(201, 'an admin, with account and role', ({ admin, owner }) =>
      create({ account_id: owner.accountId, role: 'member' }, admin.token),
    ),
    succeeds(201, 'an owner who says what is so anyway', ({ owner }) =>
      create({ account_id: owner.accountId, role: 'member' }, owner.token),
    ),
    refusesEach(
      400,
      'invalid_request',
      (fields: object) =>
        ({ owner }: World) =>
          create(fields, owner.token),
      {
        'an owner who chooses a role': { role: 'admin' },
        'an owner who chooses an account': { account_id: ABSENT.account },
        'a status': { status: 'active' },
      },
    ),
    refusesEach(400, 'invalid_request', (fields: object) => () => create(fields), {
      'a role, without a token': { role: 'owner' },
      'no email': { email: undefined },
      'an email without a domain': { email: 'ada' },
      'an email that is no text': { email: ['ada@example.com'] },
      'no password': { password: undefined },
      'a short password': { password: '1234567' },
      'a long password': { password: 'x'.repeat(257) },
      'a name that is no text': { name: 7 },
      'a long name': { name: 'x'.repeat(201) },
      'NUL in the name': { name: 'a\0b' },
    }),
    refuses(400, 'invalid_request', 'broken JSON', () =>
      call('POST', '/v1/users', { body: '{"email"' }),
    ),
    refuses(400, 'invalid_request', 'no body', () => call('POST', '/v1/users')),
    refuses(400, 'invalid_request', 'an admin who names no account', ({ admin }) =>
      create({ account_id: ABSENT.account, role: 'member' }, admin.token),
    ),
    refuses(401, 'unauthorized', 'an unknown token, though none is needed', () =>
      create({}, 'nobody'),
    ),
    refuses(401, 'unauthorized', 'a token of a closed account', ({ closed }) =>
      create({}, closed.token),
    ),
    refuses(409, 'email_exists', 'the email of a user', ({ loner }) =>
      create({ email: loner.email }),
    ),
    refuses(409, 'email_exists', 'the email of an account', ({ owner }) =>
      create({ email: owner.email }),
    ),
    succeeds(201, 'the email of a closed account', async () =>
      create({ email: (await newClosed()).email }),
    ),
    refuses(409, 'email_exists', 'an email in another case', ({ loner }) =>
      create({ email: loner.email.toUpperCase() }),
    ),
  ),
];

const see = (userId: string) => `/v1/users/${userId}`;

export const getUserScenarios = [
  ...needsToken('GET /v1/users/{user_id}'),
  ...scenarios(
    'GET /v1/users/{user_id}',
    succeeds(200, 'oneself', ({ loner }) => loner.call('GET', see(loner.userId))),
    succeeds(200, 'a member, for the owner', ({ owner, member }) =>
      owner.call('GET', see(member.userId)),
    ),
    succeeds(200, 'anybody, for an admin', ({ admin, loner }) =>
      admin.call('GET', see(loner.userId)),
    ),
    succeeds(200, 'anybody, for the platform', ({ platform, loner }) =>
      platform.call('GET', see(loner.userId)),
    ),
    refuses(404, 'not_found', 'a user of another account', ({ owner, stranger }) =>
      owner.call('GET', see(stranger.userId)),
    ),
    refuses(404, 'not_found', 'the owner, for a member', ({ owner, member }) =>
      member.call('GET', see(owner.userId)),
    ),
    refuses(404, 'not_found', 'nobody', ({ admin }) => admin.call('GET', see(ABSENT.user))),
    refuses(404, 'not_found', 'a malformed id', ({ admin }) => admin.call('GET', see('me'))),
    refuses(404, 'not_found', 'a deleted user', async ({ admin }) => {
      const { userId } = await newUser();
      await admin.call('DELETE', see(userId));
      return admin.call('GET', see(userId));
    }),
  ),
];
