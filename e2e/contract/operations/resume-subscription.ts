import { subscribed } from '../access/fresh.ts';
import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { common, platformIs, sendChanges } from '../prepare/subscriptions-changes.ts';
import { guarded, refuses, succeeds } from '../scenario.ts';

export const contract: Contract = {
  operation: 'POST /v1/subscriptions/{subscription_id}/resume',
  access: [
    about('change what the account has', 'subscription', {
      fresh: subscribed(['pause', {}]),
    }),
  ],
  events: ['subscription.resumed'],
  scenarios: [
    guarded,
    succeeds(200, 'a paused one', sendChanges(['pause'], ['resume'])),
    refuses(400, 'invalid_request', 'broken JSON', sendChanges(['resume', '{'])),
    platformIs(403, 'resume', {}),
    common('resume', {}),
    refuses(409, 'conflict', 'one that is not paused', sendChanges(['resume'])),
  ],
};
