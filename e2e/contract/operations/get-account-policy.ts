import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { needsToken, refuses, succeeds } from '../scenario.ts';

const POLICY = '/v1/account/policy';

export const contract: Contract = {
  operation: 'GET /v1/account/policy',
  access: [about('list the team', undefined)],
  scenarios: [
    needsToken,
    succeeds(200, 'an owner', ({ owner }) => owner.call('GET', POLICY)),
    succeeds(200, 'an API key with the scope', ({ key }) => key.call('GET', POLICY)),
    refuses(403, 'forbidden', 'a member', ({ member: one }) => one.call('GET', POLICY)),
  ],
};
