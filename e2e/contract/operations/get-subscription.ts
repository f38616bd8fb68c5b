import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { by, needsScope, needsToken, refuses, succeeds } from '../scenario.ts';

export const contract: Contract = {
  operation: 'GET /v1/subscriptions/{subscription_id}',
  access: [about('read what the account has', 'subscription')],
  scenarios: [
    needsToken,
    succeeds(200, 'a subscription', ({ key, objects }) =>
      key.call('GET', `/v1/subscriptions/${objects.subscriptionId}`),
    ),
    needsScope,
    refuses(404, 'not_found', 'a subscription of another account', ({ stranger, objects }) =>
      stranger.call('GET', `/v1/subscriptions/${objects.subscriptionId}`),
    ),
    refuses(404, 'not_found', 'a malformed id', by('owner', 'GET', '/v1/subscriptions/latest')),
  ],
};
