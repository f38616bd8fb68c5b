import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { get } from '../prepare/periods.ts';
import { needsScope, needsToken, refuses, succeeds } from '../scenario.ts';

const JANUARY = '/v1/periods/2026-01';

export const contract: Contract = {
  operation: 'GET /v1/periods/{month}',
  access: [
    about('read what the account has', undefined, {
      request: () => ({ path: '/v1/periods/2020-01' }),
    }),
    about('read what the account has', 'account', {
      by: 'account_id',
      request: (id) => ({ path: `/v1/periods/2020-01?account_id=${encodeURIComponent(id)}` }),
    }),
  ],
  scenarios: [
    needsToken,
    succeeds(200, 'an open month', get('/v1/periods/2040-01')),
    refuses(400, 'invalid_request', 'a name that there is not', get(`${JANUARY}?nothing=1`)),
    needsScope,
    refuses(404, 'not_found', 'an invalid month', get('/v1/periods/2026-13')),
  ],
};
