import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { needsToken, refuses, succeeds } from '../scenario.ts';

const ACCOUNTS = '/v1/auth/accounts';

export const contract: Contract = {
  operation: 'GET /v1/auth/accounts',
  access: [about('own sessions', undefined)],
  scenarios: [
    needsToken,
    succeeds(200, 'an owner', ({ owner }) => owner.call('GET', ACCOUNTS)),
    succeeds(200, 'a user without an account', ({ loner }) => loner.call('GET', ACCOUNTS)),
    refuses(403, 'forbidden', 'an API key', ({ key }) => key.call('GET', ACCOUNTS)),
  ],
};
