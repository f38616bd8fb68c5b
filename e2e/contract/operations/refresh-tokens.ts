import { type Call, call } from '../../api.ts';
import type { Contract } from '../contract.ts';
import { must, newUser, type Person } from '../people.ts';
import { type Run, refuses, refusesEach, succeeds } from '../scenario.ts';

const refresh = (options: Call) => call('POST', '/v1/auth/refresh', options);
const refreshBy = (token: string) => refresh({ token, body: { refresh_token: token } });

/** A new session for each scenario, since a refresh token works once. */
const after =
  (change: (person: Person) => Promise<unknown>): Run =>
  async () => {
    const person = await newUser();
    await change(person);
    return refreshBy(person.refreshToken);
  };

export const contract: Contract = {
  operation: 'POST /v1/auth/refresh',
  access: 'by knowledge',
  withoutEvents: 'the session continues unchanged',
  scenarios: [
    succeeds(200, 'a refresh token, once', () =>
      newUser().then(({ refreshToken }) => refreshBy(refreshToken)),
    ),
    refusesEach(
      400,
      'invalid_request',
      (body: unknown) => () => refresh({ token: 'some-token', body }),
      {
        'no refresh_token': {},
        'a refresh_token that is no text': { refresh_token: 7 },
        'another refresh_token than in the header': { refresh_token: 'another' },
        'broken JSON': '{',
      },
    ),
    refuses(400, 'invalid_request', 'no body', () => refresh({ token: 'some-token' })),
    refuses(400, 'invalid_grant', 'an unknown token', () => refreshBy('some-token')),
    refuses(400, 'invalid_grant', 'an access token', ({ owner }) => refreshBy(owner.token)),
    refuses(
      400,
      'invalid_grant',
      'a token that was used',
      after(async ({ refreshToken }) => {
        const { refresh_token: next } = await must(() => refreshBy(refreshToken));
        await must(() => refreshBy(next));
      }),
    ),
    refuses(
      400,
      'invalid_grant',
      'a session that has ended',
      after((person) => must(() => person.call('DELETE', '/v1/auth/session'))),
    ),
    refuses(
      400,
      'invalid_grant',
      'a deleted user',
      after((person) => must(() => person.call('DELETE', `/v1/users/${person.userId}`))),
    ),
    refuses(401, 'unauthorized', 'no header', () => refresh({ body: { refresh_token: 'some' } })),
    refuses(401, 'unauthorized', 'another scheme', () =>
      refresh({ headers: { Authorization: 'Basic YTpi' }, body: { refresh_token: 'some' } }),
    ),
    refuses(403, 'unauthorized', 'a suspended user', async ({ admin }) => {
      const { userId, refreshToken } = await newUser();
      const body = { status: 'suspended' };
      await must(() => admin.call('PATCH', `/v1/users/${userId}`, { body }));
      return refreshBy(refreshToken);
    }),
    refuses(400, 'invalid_grant', 'a closed account', ({ closed }) =>
      refreshBy(closed.refreshToken),
    ),
  ],
};
