import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { denied, onOne } from '../prepare/webhooks.ts';
import { needsToken, succeeds } from '../scenario.ts';

export const contract: Contract = {
  operation: 'GET /v1/webhook_endpoints/{webhook_endpoint_id}',
  access: [about('read webhooks', 'webhookEndpoint')],
  scenarios: [needsToken, succeeds(200, 'an endpoint of the account', onOne('GET')), denied('GET')],
};
