import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { newPayout } from '../prepare/payouts.ts';
import { by, needsScope, needsToken, refuses, succeeds } from '../scenario.ts';
import { ABSENT } from '../world.ts';

const LIST = '/v1/payouts';

export const contract: Contract = {
  operation: 'GET /v1/payouts/{payout_id}',
  access: [about('read what the account has', 'payout')],
  scenarios: [
    needsToken,
    succeeds(200, 'a payout', async ({ owner, member }) =>
      member.call('GET', `${LIST}/${(await newPayout(owner)).id}`),
    ),
    needsScope,
    refuses(404, 'not_found', 'no such payout', by('owner', 'GET', `${LIST}/${ABSENT.payout}`)),
    refuses(404, 'not_found', 'a malformed id', ({ owner }) => owner.call('GET', `${LIST}/latest`)),
    refuses(404, 'not_found', 'a payout of another account', async ({ owner, stranger }) =>
      stranger.call('GET', `${LIST}/${(await newPayout(owner)).id}`),
    ),
  ],
};
