import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { bad, denied, NOWHERE, onOne } from '../prepare/webhooks.ts';
import { guarded, refusesEach, succeeds } from '../scenario.ts';

const disabled = { status: 'disabled' };

export const contract: Contract = {
  operation: 'PATCH /v1/webhook_endpoints/{webhook_endpoint_id}',
  access: [
    about('manage webhooks', 'webhookEndpoint', {
      body: { event_types: ['subscription.expired'] },
    }),
  ],
  withoutEvents: 'endpoints receive events, and have none of their own',
  scenarios: [
    guarded,
    succeeds(
      200,
      'another address and types',
      onOne('PATCH', '', { url: `${NOWHERE}/2`, event_types: ['*'], ...disabled }),
    ),
    succeeds(200, 'nothing', onOne('PATCH', '', {})),
    refusesEach(400, 'invalid_request', bad('PATCH', ''), {
      'an invalid address': { url: '' },
      'an unknown type': { event_types: ['payment.lost'] },
      'an unknown status': { status: 'asleep' },
    }),
    denied('PATCH', '', {}),
  ],
};
