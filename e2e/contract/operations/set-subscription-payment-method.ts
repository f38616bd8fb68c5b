import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { must } from '../people.ts';
import { newPaymentMethod } from '../prepare/payment-methods.ts';
import { common, platformIs, sendChanges } from '../prepare/subscriptions-changes.ts';
import { guarded, refuses, refusesEach, succeeds } from '../scenario.ts';
import { ABSENT } from '../world.ts';

const METHOD = 'payment_method';
const at = (id: string, verb: string) => `/v1/subscriptions/${id}/${verb}`;

export const contract: Contract = {
  operation: 'POST /v1/subscriptions/{subscription_id}/payment_method',
  access: [
    about('change what the account has', 'subscription', {
      body: { payment_method_id: null },
    }),
  ],
  events: ['subscription.updated'],
  scenarios: [
    guarded,
    succeeds(200, 'what its customer has saved', async ({ owner }) => {
      const { id, subscriptionId } = await newPaymentMethod(owner);
      return owner.call('POST', at(subscriptionId, METHOD), { body: { payment_method_id: id } });
    }),
    succeeds(200, 'what they have as default', sendChanges([METHOD, { payment_method_id: null }])),
    refuses(400, 'invalid_request', 'what another customer has saved', async ({ owner }) => {
      const { id } = await newPaymentMethod(owner);
      const { subscriptionId } = await newPaymentMethod(owner);
      return owner.call('POST', at(subscriptionId, METHOD), { body: { payment_method_id: id } });
    }),
    refuses(400, 'invalid_request', 'what was removed', async ({ owner }) => {
      const { id, subscriptionId } = await newPaymentMethod(owner);
      await must(() => owner.call('DELETE', `/v1/payment_methods/${id}`));
      return owner.call('POST', at(subscriptionId, METHOD), { body: { payment_method_id: id } });
    }),
    refusesEach(400, 'invalid_request', (body: unknown) => sendChanges([METHOD, body]), {
      'nothing chosen': {},
      'an unknown id': { payment_method_id: ABSENT.paymentMethod },
      'a malformed id': { payment_method_id: 'card' },
      'a number': { payment_method_id: 4 },
    }),
    platformIs(403, METHOD, { payment_method_id: null }),
    common(METHOD, { payment_method_id: null }),
  ],
};
