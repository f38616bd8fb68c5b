import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { newDispute } from '../prepare/refunds.ts';
import { by, needsScope, needsToken, refuses, succeeds } from '../scenario.ts';
import { ABSENT } from '../world.ts';

const LIST = '/v1/disputes';

export const contract: Contract = {
  operation: 'GET /v1/disputes/{dispute_id}',
  access: [about('read what the account has', 'dispute')],
  scenarios: [
    needsToken,
    succeeds(200, 'a dispute', async ({ owner, member }) =>
      member.call('GET', `${LIST}/${(await newDispute(owner)).id}`),
    ),
    needsScope,
    refuses(404, 'not_found', 'no such dispute', by('owner', 'GET', `${LIST}/${ABSENT.dispute}`)),
    refuses(404, 'not_found', 'a malformed id', ({ owner }) => owner.call('GET', `${LIST}/latest`)),
  ],
};
