import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { denied, onOne } from '../prepare/webhooks.ts';
import { needsToken, refuses, succeeds } from '../scenario.ts';
import { ABSENT } from '../world.ts';

export const contract: Contract = {
  operation: 'GET /v1/webhook_endpoints/{webhook_endpoint_id}/deliveries',
  access: [about('read webhooks', 'webhookEndpoint')],
  scenarios: [
    needsToken,
    succeeds(200, 'those of a status', onOne('GET', '/deliveries?status=pending&limit=1')),
    refuses(400, 'invalid_request', 'an unknown status', onOne('GET', '/deliveries?status=lost')),
    refuses(
      400,
      'invalid_request',
      'a cursor without an object',
      onOne('GET', `/deliveries?starting_after=${ABSENT.webhookDelivery}`),
    ),
    denied('GET', '/deliveries'),
  ],
};
