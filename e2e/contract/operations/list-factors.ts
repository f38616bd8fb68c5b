import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { enrolled } from '../prepare/factors.ts';
import { needsToken, refuses, succeeds } from '../scenario.ts';

const FACTORS = '/v1/auth/factors';

export const contract: Contract = {
  operation: 'GET /v1/auth/factors',
  access: [about('own sessions', undefined)],
  scenarios: [
    needsToken,
    succeeds(200, 'of a user without any', ({ loner }) => loner.call('GET', FACTORS)),
    succeeds(200, 'the own', async () => (await enrolled()).person.call('GET', FACTORS)),
    refuses(403, 'forbidden', 'an API key', ({ key }) => key.call('GET', FACTORS)),
  ],
};
