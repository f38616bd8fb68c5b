import { about, type Fresh } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { newUser } from '../people.ts';
import { enrolled } from '../prepare/factors.ts';
import { by, needsToken, refuses, succeeds } from '../scenario.ts';
import { ABSENT } from '../world.ts';

const FACTORS = '/v1/auth/factors';

/** A new user, since users with a second factor show it at each login. */
async function asEnrolled(): Promise<Fresh> {
  const { person: as, id } = await enrolled();
  return { as, id };
}

export const contract: Contract = {
  operation: 'DELETE /v1/auth/factors/{factor_id}',
  access: [
    about('own sessions', undefined, {
      request: (id) => ({ path: `/v1/auth/factors/${id || ABSENT.factor}` }),
      fresh: async (_side, { person }) => (person ? asEnrolled() : {}),
    }),
  ],
  withoutEvents: 'second factors concern their user only',
  scenarios: [
    needsToken,
    succeeds(200, 'the own', async () => {
      const { person, id } = await enrolled();
      return person.call('DELETE', `${FACTORS}/${id}`);
    }),
    refuses(403, 'forbidden', 'an API key', by('key', 'DELETE', `${FACTORS}/${ABSENT.factor}`)),
    refuses(404, 'not_found', "another user's", async () => {
      const { id } = await enrolled();
      return (await newUser()).call('DELETE', `${FACTORS}/${id}`);
    }),
  ],
};
