import { about, pageAfter } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { by, needsToken, refuses, refusesEach, succeeds } from '../scenario.ts';
import { ABSENT } from '../world.ts';

const listApiKeys = (query: string) => by('owner', 'GET', `/v1/api_keys?${query}`);

export const contract: Contract = {
  operation: 'GET /v1/api_keys',
  access: [about('read API keys', undefined), pageAfter('read API keys', 'apiKey')],
  scenarios: [
    needsToken,
    succeeds(200, 'the keys of the account', listApiKeys('limit=2')),
    refusesEach(400, 'invalid_request', listApiKeys, {
      'a limit of zero': 'limit=0',
      'a cursor that is no key': 'starting_after=till',
      'both cursors': `starting_after=${ABSENT.apiKey}&ending_before=${ABSENT.apiKey}`,
    }),
    refuses(403, 'forbidden', 'a member', ({ member }) => member.call('GET', '/v1/api_keys')),
  ],
};
