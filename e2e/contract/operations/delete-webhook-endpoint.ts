import { about, type Fresh } from '../access/recipe.ts';
import type { Side } from '../access/sides.ts';
import type { Contract } from '../contract.ts';
import { denied, newEndpoint, onOne } from '../prepare/webhooks.ts';
import { guarded, succeeds } from '../scenario.ts';

const listening = async ({ owner }: Side): Promise<Fresh> => newEndpoint(owner);

export const contract: Contract = {
  operation: 'DELETE /v1/webhook_endpoints/{webhook_endpoint_id}',
  access: [about('manage webhooks', 'webhookEndpoint', { fresh: listening })],
  withoutEvents: 'endpoints receive events, and have none of their own',
  scenarios: [
    guarded,
    succeeds(200, 'an endpoint of the account', onOne('DELETE')),
    denied('DELETE'),
  ],
};
