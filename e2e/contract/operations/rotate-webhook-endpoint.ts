import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { denied, onOne } from '../prepare/webhooks.ts';
import { guarded, succeeds } from '../scenario.ts';

export const contract: Contract = {
  operation: 'POST /v1/webhook_endpoints/{webhook_endpoint_id}/rotate',
  access: [about('manage webhooks', 'webhookEndpoint')],
  withoutEvents: 'endpoints receive events, and have none of their own',
  scenarios: [
    guarded,
    succeeds(200, 'an endpoint of the account', onOne('POST', '/rotate')),
    denied('POST', '/rotate'),
  ],
};
