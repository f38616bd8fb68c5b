import { subscribed } from '../access/fresh.ts';
import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { common, platformIs, sendChanges } from '../prepare/subscriptions-changes.ts';
import { guarded, refusesEach, succeeds } from '../scenario.ts';

export const contract: Contract = {
  operation: 'POST /v1/subscriptions/{subscription_id}/pause',
  access: [about('change what the account has', 'subscription', { fresh: subscribed() })],
  events: ['subscription.paused'],
  scenarios: [
    guarded,
    succeeds(200, 'no body', sendChanges(['pause'])),
    succeeds(200, 'a paused one', sendChanges(['pause'], ['pause'])),
    succeeds(200, 'a time to go on', (world) =>
      sendChanges(['pause', { resumes_at: new Date(Date.now() + 86_400_000).toISOString() }])(
        world,
      ),
    ),
    refusesEach(400, 'invalid_request', (body: unknown) => sendChanges(['pause', body]), {
      'a time that has been': { resumes_at: '2020-01-01T00:00:00Z' },
      'an invalid time': { resumes_at: 'later' },
    }),
    platformIs(401, 'pause', {}),
    common('pause', {}),
  ],
};
