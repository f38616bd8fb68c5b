import { about, listBy, NOT_FOUND } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { by, needsToken, refuses, refusesEach, succeeds } from '../scenario.ts';
import { ABSENT } from '../world.ts';

const prove = (query: string) => by('admin', 'GET', `/v1/audit?${query}`);

export const contract: Contract = {
  operation: 'GET /v1/audit',
  access: [
    about('prove the books', undefined),
    listBy('prove the books of an account', ['account_id', 'account'], {
      unknown: NOT_FOUND,
      misshapen: NOT_FOUND,
    }),
  ],
  scenarios: [
    needsToken,
    succeeds(200, 'the first accounts', prove('limit=3')),
    succeeds(200, 'those after an account', ({ admin, owner }) =>
      admin.call('GET', `/v1/audit?starting_after=${owner.accountId}&limit=1`),
    ),
    succeeds(200, 'those after an unknown account', prove(`starting_after=${ABSENT.account}`)),
    succeeds(200, 'the own account', ({ owner }) =>
      owner.call('GET', `/v1/audit?account_id=${owner.accountId}`),
    ),
    refuses(
      404,
      'not_found',
      'an account that there is not',
      prove(`account_id=${ABSENT.account}`),
    ),
    refusesEach(400, 'invalid_request', prove, {
      'a limit of zero': 'limit=0',
      'a cursor of another shape': 'starting_after=first',
      'a cursor of another kind': `starting_after=${ABSENT.transaction}`,
    }),
    refuses(403, 'forbidden', 'an owner', ({ owner }) => owner.call('GET', '/v1/audit')),
    refuses(403, 'forbidden', 'the platform', ({ platform }) => platform.call('GET', '/v1/audit')),
  ],
};
