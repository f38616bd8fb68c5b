import { call } from '../../api.ts';
import { signUp } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { logInAs, must, newClosed, newUser } from '../people.ts';
import { open } from '../prepare/accounts.ts';
import { closedToSuspended, refuses, refusesEach, succeeds } from '../scenario.ts';

export const contract: Contract = {
  operation: 'POST /v1/accounts',
  access: [signUp({ name: 'New', type: 'business' })],
  events: ['account.created', 'email_confirmation.requested', 'user.created', 'user.updated'],
  scenarios: [
    closedToSuspended,
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
      open({}, 'unknown'),
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
  ],
};
