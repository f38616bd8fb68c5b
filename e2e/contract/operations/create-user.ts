import { newEmail } from '@florin/system-kit';
import { call } from '../../api.ts';
import { signUp } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { hashing, newClosed } from '../people.ts';
import { closedToSuspended, refuses, refusesEach, succeeds } from '../scenario.ts';
import { ABSENT, type World } from '../world.ts';

const create = (fields: object, token?: string) =>
  hashing(() =>
    call('POST', '/v1/users', {
      ...(token === undefined ? {} : { token }),
      body: { email: newEmail(), password: 'correct horse', ...fields },
    }),
  );

export const contract: Contract = {
  operation: 'POST /v1/users',
  access: [signUp({}, 'create users')],
  events: ['email_confirmation.requested', 'user.created'],
  scenarios: [
    closedToSuspended,
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
      create({}, 'unknown'),
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
  ],
};
