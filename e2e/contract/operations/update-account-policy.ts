import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { guarded, refuses, succeeds } from '../scenario.ts';

const POLICY = '/v1/account/policy';

export const contract: Contract = {
  operation: 'PATCH /v1/account/policy',
  access: [about('list the team', undefined, { body: {} })],
  withoutEvents: 'the catalogue of events has no kind for policies',
  scenarios: [
    guarded,
    succeeds(200, 'what support gives back', ({ owner }) =>
      owner.call('PATCH', POLICY, { body: { support_refund_max: 5_000 } }),
    ),
    refuses(403, 'forbidden', 'an API key that asks for second factors', ({ key }) =>
      key.call('PATCH', POLICY, { body: { second_factor_required: true } }),
    ),
    refuses(400, 'invalid_request', 'less than nothing', ({ owner }) =>
      owner.call('PATCH', POLICY, { body: { support_refund_max: -1 } }),
    ),
    refuses(403, 'forbidden', 'a member', ({ member: one }) =>
      one.call('PATCH', POLICY, { body: {} }),
    ),
    refuses(409, 'conflict', 'a second factor that the owner does not have', ({ owner }) =>
      owner.call('PATCH', POLICY, { body: { second_factor_required: true } }),
    ),
  ],
};
