import { guarded, needsToken, refuses, scenarios, succeeds } from '../scenario.ts';

const POLICY = '/v1/account/policy';

export const policyScenarios = [
  ...needsToken(`GET ${POLICY}`),
  ...scenarios(
    `GET ${POLICY}`,
    succeeds(200, 'an owner', ({ owner }) => owner.call('GET', POLICY)),
    succeeds(200, 'an API key with the scope', ({ key }) => key.call('GET', POLICY)),
    refuses(403, 'forbidden', 'a member', ({ member: one }) => one.call('GET', POLICY)),
  ),
  ...guarded(`PATCH ${POLICY}`),
  ...scenarios(
    `PATCH ${POLICY}`,
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
  ),
];
