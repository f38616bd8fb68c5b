import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { by, needsToken, refuses, refusesEach, succeeds } from '../scenario.ts';

const own = (query: string) => by('owner', 'GET', `/v1/account/balance?${query}`);

const invalidTimes = { 'an unknown day': 'at=2026-02-30', 'no time': 'at=noon' };

export const contract: Contract = {
  operation: 'GET /v1/account/balance',
  access: [about('read what the account has', undefined)],
  scenarios: [
    needsToken,
    succeeds(200, 'now', own('')),
    succeeds(200, 'then', own('at=2026-01-31')),
    succeeds(200, 'a suspended account', by('suspended', 'GET', '/v1/account/balance')),
    refusesEach(400, 'invalid_request', own, invalidTimes),
    refuses(404, 'not_found', 'a user without an account', ({ loner }) =>
      loner.call('GET', '/v1/account/balance'),
    ),
  ],
};
