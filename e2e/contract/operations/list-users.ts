import { about, listBy } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { by, needsToken, refuses, refusesEach, succeeds } from '../scenario.ts';

const listUsers = (query: string) => by('admin', 'GET', `/v1/users?${query}`);

export const contract: Contract = {
  operation: 'GET /v1/users',
  access: [about('list users', undefined), listBy('list users', ['account_id', 'account'])],
  scenarios: [
    needsToken,
    succeeds(200, 'an admin', listUsers('')),
    succeeds(200, 'the platform', ({ platform }) => platform.call('GET', '/v1/users')),
    succeeds(200, 'every filter', listUsers('page=1&limit=2&status=active&search=ada')),
    succeeds(200, 'a page past the end', listUsers('page=100000')),
    succeeds(200, 'a limit over the maximum', listUsers('limit=1000')),
    refusesEach(400, 'invalid_request', listUsers, {
      'a limit of zero': 'limit=0',
      'a negative limit': 'limit=-1',
      'half a limit': 'limit=1.5',
      'a limit in words': 'limit=ten',
      'page zero': 'page=0',
      'a status that users do not have': 'status=closed',
    }),
    refuses(403, 'forbidden', 'an owner', ({ owner }) => owner.call('GET', '/v1/users')),
    refuses(403, 'forbidden', 'a member', ({ member }) => member.call('GET', '/v1/users')),
    refuses(403, 'forbidden', 'a user without an account', by('loner', 'GET', '/v1/users')),
  ],
};
