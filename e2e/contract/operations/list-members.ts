import { about, pageAfter } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { by, needsScope, needsToken, refuses, refusesEach, succeeds } from '../scenario.ts';
import { ABSENT } from '../world.ts';

const listTeam = (query: string) => by('owner', 'GET', `/v1/account/users?${query}`);

export const contract: Contract = {
  operation: 'GET /v1/account/users',
  access: [about('list the team', undefined), pageAfter('list the team', 'user')],
  scenarios: [
    needsToken,
    succeeds(200, 'an owner', listTeam('')),
    succeeds(200, 'an admin, of the platform', by('admin', 'GET', '/v1/account/users')),
    succeeds(200, 'every filter', listTeam('limit=2&status=active&role=owner&search=ada')),
    succeeds(200, 'a page after a user', ({ owner, member }) =>
      owner.call('GET', `/v1/account/users?starting_after=${member.userId}`),
    ),
    refusesEach(400, 'invalid_request', listTeam, {
      'a limit of zero': 'limit=0',
      'a status that users do not have': 'status=closed',
      'an unknown role': 'role=king',
      'an unknown cursor': `starting_after=${ABSENT.user}`,
    }),
    refuses(403, 'forbidden', 'a member', ({ member }) => member.call('GET', '/v1/account/users')),
    refuses(403, 'forbidden', 'a user without an account', by('loner', 'GET', '/v1/account/users')),
    refuses(403, 'forbidden', 'the platform', by('platform', 'GET', '/v1/account/users')),
    succeeds(200, 'an API key with the scope', ({ key }) => key.call('GET', '/v1/account/users')),
    needsScope,
  ],
};
