import { subscribed } from '../access/fresh.ts';
import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { common, platformIs, sendChanges } from '../prepare/subscriptions-changes.ts';
import { guarded, refuses, succeeds } from '../scenario.ts';

export const contract: Contract = {
  operation: 'POST /v1/subscriptions/{subscription_id}/uncancel',
  access: [
    about('change what the account has', 'subscription', {
      fresh: subscribed(['cancel', { at_period_end: true }]),
    }),
  ],
  events: ['subscription.updated'],
  scenarios: [
    guarded,
    succeeds(
      200,
      'one that was to end with its period',
      sendChanges(['cancel', { at_period_end: true }], ['uncancel']),
    ),
    refuses(400, 'invalid_request', 'broken JSON', sendChanges(['uncancel', '{'])),
    platformIs(403, 'uncancel', {}),
    common('uncancel', {}),
    refuses(409, 'conflict', 'one that is not to end', sendChanges(['uncancel'])),
  ],
};
