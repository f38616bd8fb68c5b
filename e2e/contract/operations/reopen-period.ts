import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { post, withClosed } from '../prepare/periods.ts';
import { guarded, needsScope, refuses, succeeds } from '../scenario.ts';

const JANUARY = '/v1/periods/2026-01';

export const contract: Contract = {
  operation: 'POST /v1/periods/{month}/reopen',
  access: [
    about('change what the account has', 'account', {
      by: 'account_id',
      isActing: true,
      request: (id) => ({
        path: '/v1/periods/2020-01/reopen',
        body: { reason: 'a mistake', account_id: id },
      }),
    }),
  ],
  withoutEvents: 'the period itself lists its changes',
  scenarios: [
    guarded,
    succeeds(200, 'an open month', post('/v1/periods/2040-01/reopen', { reason: 'a mistake' })),
    succeeds(200, 'a closed month', async () =>
      (await withClosed()).call('POST', `${JANUARY}/reopen`, { body: { reason: 'a mistake' } }),
    ),
    refuses(400, 'invalid_request', 'no reason', post(`${JANUARY}/reopen`)),
    needsScope,
    refuses(
      404,
      'not_found',
      'an invalid month',
      post('/v1/periods/x/reopen', { reason: 'a mistake' }),
    ),
  ],
};
