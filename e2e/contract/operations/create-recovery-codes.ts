import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { newUser } from '../people.ts';
import { enrolled } from '../prepare/factors.ts';
import { needsToken, refuses, succeeds } from '../scenario.ts';

const CODES = '/v1/auth/factors/recovery_codes';

export const contract: Contract = {
  operation: 'POST /v1/auth/factors/recovery_codes',
  access: [
    about('own sessions', undefined, {
      fresh: async (_side, { person }) => (person ? { as: (await enrolled()).person } : {}),
    }),
  ],
  withoutEvents: 'second factors concern their user only',
  scenarios: [
    needsToken,
    succeeds(200, 'other ones', async () => (await enrolled()).person.call('POST', CODES)),
    refuses(400, 'invalid_request', 'incomplete JSON', async () =>
      (await newUser()).call('POST', CODES, { body: '{"a' }),
    ),
    refuses(403, 'forbidden', 'an API key', ({ key }) => key.call('POST', CODES)),
    refuses(409, 'conflict', 'without a factor', async () => (await newUser()).call('POST', CODES)),
  ],
};
