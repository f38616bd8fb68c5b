import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { newUser } from '../people.ts';
import { begin, enrolled } from '../prepare/factors.ts';
import { needsToken, refuses, refusesEach, succeeds } from '../scenario.ts';

const FACTORS = '/v1/auth/factors';

export const contract: Contract = {
  operation: 'POST /v1/auth/factors',
  access: [
    about('own sessions', undefined, {
      body: { password: 'correct horse' },
      fresh: async (_side, { person }) => (person ? { body: { password: person.password } } : {}),
    }),
  ],
  withoutEvents: 'second factors concern their user only',
  scenarios: [
    needsToken,
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
  ],
};
