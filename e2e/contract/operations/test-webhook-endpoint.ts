import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { denied, onOne } from '../prepare/webhooks.ts';
import { guarded, refuses, succeeds } from '../scenario.ts';

const disabled = { status: 'disabled' };

export const contract: Contract = {
  operation: 'POST /v1/webhook_endpoints/{webhook_endpoint_id}/test',
  access: [about('manage webhooks', 'webhookEndpoint')],
  withoutEvents: 'the test event is in no log',
  scenarios: [
    guarded,
    succeeds(200, 'an endpoint of the account', onOne('POST', '/test')),
    denied('POST', '/test'),
    refuses(
      409,
      'conflict',
      'an endpoint that is disabled',
      onOne('POST', '/test', undefined, disabled),
    ),
  ],
};
