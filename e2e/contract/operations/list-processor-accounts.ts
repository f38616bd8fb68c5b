import { about, pageAfter } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { ofAdmins } from '../prepare/processor-accounts.ts';
import { by, needsToken, refusesEach, succeeds } from '../scenario.ts';
import { ABSENT } from '../world.ts';

const LIST = '/v1/processor_accounts';

const list = (query: string) => by('admin', 'GET', `${LIST}?${query}`);

export const contract: Contract = {
  operation: 'GET /v1/processor_accounts',
  access: [about('prove the books', undefined), pageAfter('prove the books', 'processorAccount')],
  scenarios: [
    needsToken,
    succeeds(200, 'all', list('limit=2')),
    refusesEach(400, 'invalid_request', list, {
      'a limit of zero': 'limit=0',
      'a cursor without an object': `starting_after=${ABSENT.processorAccount}`,
    }),
    ...ofAdmins('GET', LIST),
  ],
};
