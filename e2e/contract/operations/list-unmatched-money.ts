import { about, pageAfter } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { list, ofAdmins } from '../prepare/bank-statements.ts';
import { needsToken, refusesEach, succeeds } from '../scenario.ts';
import { ABSENT } from '../world.ts';

const UNMATCHED = '/v1/unmatched_money';

export const contract: Contract = {
  operation: 'GET /v1/unmatched_money',
  access: [about('prove the books', undefined), pageAfter('prove the books', 'unmatchedMoney')],
  scenarios: [
    needsToken,
    succeeds(200, 'all', list(UNMATCHED, 'limit=2')),
    succeeds(200, 'unmatched money', list(UNMATCHED, 'status=open&limit=2')),
    refusesEach(400, 'invalid_request', (query: string) => list(UNMATCHED, query), {
      'a limit of zero': 'limit=0',
      'an unknown status': 'status=lost',
      'a cursor without an object': `starting_after=${ABSENT.unmatchedMoney}`,
    }),
    ...ofAdmins('GET', UNMATCHED),
  ],
};
