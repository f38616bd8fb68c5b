import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { newRefund } from '../prepare/refunds.ts';
import { by, needsScope, needsToken, refuses, succeeds } from '../scenario.ts';
import { ABSENT } from '../world.ts';

const LIST = '/v1/refunds';

export const contract: Contract = {
  operation: 'GET /v1/refunds/{refund_id}',
  access: [about('read what the account has', 'refund')],
  scenarios: [
    needsToken,
    succeeds(200, 'a refund', async ({ owner, member }) =>
      member.call('GET', `${LIST}/${(await newRefund(owner)).id}`),
    ),
    needsScope,
    refuses(404, 'not_found', 'no such refund', by('owner', 'GET', `${LIST}/${ABSENT.refund}`)),
    refuses(404, 'not_found', 'a malformed id', ({ owner }) => owner.call('GET', `${LIST}/latest`)),
    refuses(404, 'not_found', 'a refund of another account', async ({ owner, stranger }) =>
      stranger.call('GET', `${LIST}/${(await newRefund(owner)).id}`),
    ),
  ],
};
