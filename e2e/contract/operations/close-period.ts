import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { newOwner } from '../people.ts';
import { post, withClosed } from '../prepare/periods.ts';
import { guarded, needsScope, refuses, succeeds } from '../scenario.ts';

const JANUARY = '/v1/periods/2026-01';

export const contract: Contract = {
  operation: 'POST /v1/periods/{month}/close',
  access: [
    about('change what the account has', 'account', {
      by: 'account_id',
      isActing: true,
      request: (id) => ({ path: '/v1/periods/2020-01/close', body: { account_id: id } }),
    }),
  ],
  withoutEvents: 'the period itself lists its changes',
  scenarios: [
    guarded,
    succeeds(200, 'a month that is over', async () =>
      (await newOwner()).call('POST', `${JANUARY}/close`, { body: {} }),
    ),
    succeeds(200, 'a month that is closed', async () =>
      (await withClosed()).call('POST', `${JANUARY}/close`, { body: {} }),
    ),
    refuses(400, 'invalid_request', 'a name that there is not', post(`${JANUARY}/close`, { a: 1 })),
    needsScope,
    refuses(404, 'not_found', 'an invalid month', post('/v1/periods/2026-1/close')),
    refuses(409, 'conflict', 'a month that is not over', post('/v1/periods/2040-01/close')),
  ],
};
