import { codeOf } from '../../authenticator.ts';
import { about, type Fresh } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { must, newUser } from '../people.ts';
import { begin, confirm, enrolled } from '../prepare/factors.ts';
import { needsToken, refuses, succeeds } from '../scenario.ts';
import { ABSENT } from '../world.ts';

const FACTORS = '/v1/auth/factors';

async function asIfEnrolling(): Promise<Fresh> {
  const as = await newUser();
  const body = { password: as.password };
  const { id, secret } = await must(() => as.call('POST', '/v1/auth/factors', { body }));
  return { as, id, body: { code: codeOf(secret) } };
}

export const contract: Contract = {
  operation: 'POST /v1/auth/factors/{factor_id}/confirm',
  access: [
    about('own sessions', undefined, {
      request: (id) => ({
        path: `/v1/auth/factors/${id || ABSENT.factor}/confirm`,
        body: { code: '123456' },
      }),
      fresh: async (_side, { person }) => (person ? asIfEnrolling() : {}),
    }),
  ],
  withoutEvents: 'second factors concern their user only',
  scenarios: [
    needsToken,
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
  ],
};
