import { call } from '../../api.ts';
import type { Contract } from '../contract.ts';
import { must, newUser } from '../people.ts';
import { refuses, succeeds } from '../scenario.ts';

const COOKIE = '/v1/auth/browser_session';

export const contract: Contract = {
  operation: 'POST /v1/auth/browser_session',
  access: 'by knowledge',
  withoutEvents: 'the session continues unchanged',
  scenarios: [
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
  ],
};
