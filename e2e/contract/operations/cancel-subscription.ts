import { subscribed } from '../access/fresh.ts';
import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { common, platformIs, sendChanges } from '../prepare/subscriptions-changes.ts';
import { guarded, refusesEach, succeeds } from '../scenario.ts';
import { subscribe } from '../world.ts';

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const at = (id: string, verb: string) => `/v1/subscriptions/${id}/${verb}`;

export const contract: Contract = {
  operation: 'POST /v1/subscriptions/{subscription_id}/cancel',
  access: [about('change what the account has', 'subscription', { fresh: subscribed() })],
  events: ['subscription.canceled', 'subscription.updated'],
  scenarios: [
    guarded,
    succeeds(200, 'no body', sendChanges(['cancel'])),
    succeeds(200, 'at the end of the period', sendChanges(['cancel', { at_period_end: true }])),
    succeeds(
      200,
      'a paused one, at the end of its time',
      sendChanges(['pause'], ['cancel', { at_period_end: true }]),
    ),
    succeeds(200, 'a form with a boolean in capitals and an empty field', async ({ owner }) => {
      const { id } = await subscribe(owner, { trial_period_days: 14 });
      const body = 'at_period_end=TRUE&credit_unused=';
      return owner.call('POST', at(id, 'cancel'), { headers: FORM, body });
    }),
    succeeds(200, 'an API key and a form', async ({ owner, key }) => {
      const { id } = await subscribe(owner, { trial_period_days: 14 });
      return key.call('POST', at(id, 'cancel'), { headers: FORM, body: 'at_period_end=true' });
    }),
    refusesEach(400, 'invalid_request', (body: unknown) => sendChanges(['cancel', body]), {
      'an end in words': { at_period_end: 'soon' },
      'a list': [],
    }),
    platformIs(401, 'cancel', {}),
    common('cancel', {}),
  ],
};
