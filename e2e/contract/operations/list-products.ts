import { about, listBy, pageAfter } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { by, needsScope, needsToken, refusesEach, succeeds } from '../scenario.ts';
import { ABSENT } from '../world.ts';

const list = (query: string) => by('owner', 'GET', `/v1/products?${query}`);

export const contract: Contract = {
  operation: 'GET /v1/products',
  access: [
    about('read what the account has', undefined, { unknown: 'ok, nothing' }),
    listBy('read what the account has', ['account_id', 'account']),

    pageAfter('read what the account has', 'product'),
  ],
  scenarios: [
    needsToken,
    succeeds(200, 'a page', list('limit=1')),
    succeeds(200, 'active ones', list('active=true')),
    refusesEach(400, 'invalid_request', list, {
      'a limit of zero': 'limit=0',
      'an unknown state': 'active=yes',
      'a cursor without an object': `starting_after=${ABSENT.product}`,
    }),
    needsScope,
  ],
};
