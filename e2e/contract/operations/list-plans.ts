import { about, listBy } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { by, needsScope, needsToken, refuses, refusesEach, succeeds } from '../scenario.ts';
import { ABSENT } from '../world.ts';

const listPlans = (query: string) => by('owner', 'GET', `/v1/plans?${query}`);

export const contract: Contract = {
  operation: 'GET /v1/plans',
  access: [
    about('read what the account has', undefined),
    listBy('read what the account has', ['account_id', 'account'], {
      unknown: '404 not_found',
      misshapen: '404 not_found',
    }),
  ],
  scenarios: [
    needsToken,
    succeeds(200, 'own plans and starters', listPlans('limit=3')),
    succeeds(200, 'what the platform sells', listPlans('limit=3&seller=platform')),
    refusesEach(400, 'invalid_request', listPlans, {
      'a limit of zero': 'limit=0',
      'an unknown seller': 'seller=me',
      'a cursor without an object': 'starting_after=platinum',
      'both cursors': 'starting_after=basic_monthly&ending_before=pro_monthly',
    }),
    needsScope,
    refuses(404, 'not_found', 'a user without an account', by('loner', 'GET', '/v1/plans')),
    refuses(404, 'not_found', 'no such account, for an admin', ({ admin }) =>
      admin.call('GET', `/v1/plans?account_id=${ABSENT.account}`),
    ),
  ],
};
