import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { by, needsScope, needsToken, refuses, succeeds } from '../scenario.ts';

export const contract: Contract = {
  operation: 'GET /v1/plans/{plan_id}',
  access: [about('read by a name within the account', 'plan')],
  scenarios: [
    needsToken,
    succeeds(200, 'a starter by its bare name', by('member', 'GET', '/v1/plans/basic')),
    succeeds(200, 'a plan of one’s own', ({ owner, objects }) =>
      owner.call('GET', `/v1/plans/${objects.planId}`),
    ),
    refuses(400, 'invalid_request', 'an unknown seller', ({ owner }) =>
      owner.call('GET', '/v1/plans/basic?seller=me'),
    ),
    needsScope,
    refuses(404, 'not_found', 'no such plan', by('owner', 'GET', '/v1/plans/platinum')),
    refuses(404, 'not_found', 'a plan of another account', ({ stranger, objects }) =>
      stranger.call('GET', `/v1/plans/${objects.planId}`),
    ),
  ],
};
