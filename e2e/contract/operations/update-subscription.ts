import { subscribed } from '../access/fresh.ts';
import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { CARDS } from '../pay.ts';
import { newOwner } from '../people.ts';
import { newPaymentMethod } from '../prepare/payment-methods.ts';
import {
  common,
  platformIs,
  sendChanges,
  withPlanInEuro,
} from '../prepare/subscriptions-changes.ts';
import { guarded, refuses, refusesEach, succeeds } from '../scenario.ts';
import { ABSENT, record, subscribe } from '../world.ts';

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const at = (id: string, verb: string) => `/v1/subscriptions/${id}/${verb}`;
const change = (fields: unknown) => sendChanges(['update', fields]);

export const contract: Contract = {
  operation: 'POST /v1/subscriptions/{subscription_id}/update',
  access: [
    about('change what the account has', 'subscription', {
      body: { plan: 'pro' },
      fresh: subscribed(),
    }),
  ],
  // Includes events of an invoice that is replaced by a change while past due.
  events: ['invoice.created', 'invoice.payment_failed', 'invoice.voided', 'subscription.updated'],
  scenarios: [
    guarded,
    succeeds(200, 'a dearer plan', change({ plan: 'pro' })),
    succeeds(200, 'the same plan', change({ plan: 'basic' })),
    succeeds(200, 'a quantity', change({ quantity: 3 })),
    succeeds(
      200,
      'one more item',
      change({ items: [{ price_id: 'basic' }, { price_id: 'pro', quantity: 2 }] }),
    ),
    succeeds(200, 'a later change', change({ plan: 'pro', effective: 'period_end' })),
    succeeds(200, 'a paused one', sendChanges(['pause'], ['update', { plan: 'pro' }])),
    succeeds(200, 'a past due one', async () => {
      const owner = await newOwner();
      const { id } = await subscribe(owner, { customer_id: owner.accountId });
      return owner.call('POST', at(id, 'update'), { body: { plan: 'pro' } });
    }),
    succeeds(200, 'no proration', change({ plan: 'pro', proration_behavior: 'none' })),
    succeeds(200, 'an API key and a form', async ({ owner, key }) => {
      const { id } = await subscribe(owner, { trial_period_days: 14 });
      return key.call('POST', at(id, 'update'), { headers: FORM, body: 'plan=pro_yearly' });
    }),
    refusesEach(400, 'invalid_request', change, {
      'neither plan nor quantity': {},
      'a plan that is no text': { plan: 7 },
      'a quantity of zero': { quantity: 0 },
      'items beside a quantity': { items: [{ price_id: 'pro' }], quantity: 2 },
      'no items': { items: [] },
      'a quantity that makes it too dear': { plan: 'business_yearly', quantity: 1_000_000_000 },
      'broken JSON': '{"plan"',
      'an invalid time': { plan: 'pro', effective: 'tomorrow' },
      'an invalid proration': { plan: 'pro', proration_behavior: 'some' },
    }),
    refuses(400, 'currency_mismatch', 'a plan in another currency', async () => {
      const { owner, id } = await withPlanInEuro();
      return owner.call('POST', at(id, 'update'), { body: { plan: 'new' } });
    }),
    platformIs(401, 'update', { plan: 'pro' }),
    refuses(402, 'insufficient_funds', 'more than the balance can pay', async () => {
      const owner = await newOwner();
      await record(owner, { type: 'credit', amount: 1000 });
      const { id } = await subscribe(owner, { customer_id: owner.accountId });
      return owner.call('POST', at(id, 'update'), { body: { plan: 'business' } });
    }),
    refuses(402, 'card_declined', 'a saved card that is declined', async () => {
      const owner = await newOwner();
      const { subscriptionId } = await newPaymentMethod(owner, CARDS.declinedLater);
      return owner.call('POST', at(subscriptionId, 'update'), { body: { plan: 'pro' } });
    }),
    refuses(404, 'not_found', 'no such plan', change({ plan: 'platinum' })),
    refuses(404, 'not_found', 'no such quote', change({ quote_id: ABSENT.quote })),
    common('update', { plan: 'pro' }),
  ],
};
