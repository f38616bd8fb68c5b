import { about, pageAfter } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { list, ofAdmins } from '../prepare/bank-statements.ts';
import { needsToken, refusesEach, succeeds } from '../scenario.ts';
import { ABSENT } from '../world.ts';

const STATEMENTS = '/v1/bank_statements';

export const contract: Contract = {
  operation: 'GET /v1/bank_statements',
  access: [about('prove the books', undefined), pageAfter('prove the books', 'bankStatement')],
  scenarios: [
    needsToken,
    succeeds(200, 'all', list(STATEMENTS, 'limit=2')),
    refusesEach(400, 'invalid_request', (query: string) => list(STATEMENTS, query), {
      'a limit of zero': 'limit=0',
      'a cursor without an object': `starting_after=${ABSENT.bankStatement}`,
    }),
    ...ofAdmins('GET', STATEMENTS),
  ],
};
