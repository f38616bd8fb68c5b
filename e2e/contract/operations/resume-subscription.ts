import { subscribed } from '../access/fresh.ts';
import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { common, platformIs, telling } from '../prepare/subscriptions-changes.ts';
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
    succeeds(200, 'a paused one', telling(['pause'], ['resume'])),
    refuses(400, 'invalid_request', 'broken JSON', telling(['resume', '{'])),
    platformIs(403, 'resume', {}),
    common('resume', {}),
    refuses(409, 'conflict', 'one that is not paused', telling(['resume'])),
  ],
};
