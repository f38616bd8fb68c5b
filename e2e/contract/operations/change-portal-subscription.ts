import type { Contract } from '../contract.ts';
import { opened, post } from '../prepare/public-pages.ts';
import { refuses, succeeds } from '../scenario.ts';
import { ABSENT } from '../world.ts';

export const contract: Contract = {
  operation: 'POST /portal/{token}/subscriptions/{subscription_id}',
  access: 'by knowledge',
  events: ['subscription.updated'],
  scenarios: [
    succeeds(303, 'canceled at the end', async (world) =>
      post((await opened(world)).subscription, { action: 'cancel' }),
    ),
    refuses(400, 'invalid_request', 'an unknown action', async (world) =>
      post((await opened(world)).subscription, { action: 'give_away' }),
    ),
    refuses(404, 'not_found', 'none', async (world) =>
      post(`${(await opened(world)).url}/subscriptions/${ABSENT.subscription}`, {
        action: 'cancel',
      }),
    ),
  ],
};
