import { about, aboutField } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { must, newOwner, type Owner } from '../people.ts';
import { askForUnknownCustomer } from '../prepare/billing-settings.ts';
import { guarded, refuses, refusesEach, succeeds } from '../scenario.ts';
import { whileClosing } from '../while-closing.ts';
import { ABSENT, record, type World } from '../world.ts';

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

const create =
  (fields: object) =>
  ({ owner }: World) =>
    owner.call('POST', '/v1/subscriptions', {
      body: { customer_id: 'customer 7', plan: 'basic', ...fields },
    });

/** An account with a plan from before its currency changed. */
async function withAnOldPlan(): Promise<Owner> {
  const owner = await newOwner();
  const plan = { id: 'old', name: 'Old', amount: 900, interval: 'month' };
  await must(() => owner.call('POST', '/v1/plans', { body: plan }));
  const body = { settings: { currency: 'EUR' } };
  await must(() => owner.call('PATCH', '/v1/account', { body }));
  return owner;
}

export const contract: Contract = {
  operation: 'POST /v1/subscriptions',
  access: [
    aboutField('change what the account has', ['customer_id', 'customer'], {
      body: { plan: 'basic' },
      // An id that is not one of ours counts as the caller's own customer id and creates a customer.
      misshapen: 'ok',
    }),
    aboutField('change what the account has', ['account_id', 'account'], {
      isActing: true,
      body: { plan: 'basic', customer_id: 'customer 9' },
    }),
    about('change what the account has', 'account', {
      by: 'the paying account',
      request: (id) => ({
        path: '/v1/subscriptions',
        body: { customer_id: id, plan: 'basic', trial_period_days: 3 },
      }),
      misshapen: 'ok',
    }),
  ],
  events: [
    'customer.created',
    'invoice.created',
    'invoice.paid',
    'payment.created',
    'subscription.activated',
    'subscription.created',
    'transaction.created',
  ],
  scenarios: [
    guarded,
    succeeds(200, 'an API key and a form', ({ key }) =>
      key.call('POST', '/v1/subscriptions', {
        headers: FORM,
        body: 'customer_id=customer+8&plan=basic&trial_period_days=14',
      }),
    ),
    succeeds(200, 'an owner and JSON', create({ trial_period_days: 14, quantity: 2 })),
    succeeds(200, 'no trial', create({})),
    succeeds(
      200,
      'several items',
      create({
        plan: undefined,
        items: [{ price_id: 'basic' }, { price_id: 'pro', quantity: 2 }],
      }),
    ),
    succeeds(200, 'a customer of one’s own', (world) =>
      create({ customer_id: world.objects.customerId })(world),
    ),
    succeeds(200, 'the own account', async () => {
      const owner = await newOwner();
      await record(owner, { type: 'credit', amount: 5000 });
      return owner.call('POST', '/v1/subscriptions', {
        body: { customer_id: owner.accountId, plan: 'basic' },
      });
    }),
    refusesEach(400, 'invalid_request', create, {
      'no customer_id': { customer_id: undefined },
      'a customer_id that is no text': { customer_id: 7 },
      'no plan': { plan: undefined },
      'an empty plan': { plan: '' },
      'a negative trial': { trial_period_days: -1 },
      'half a day of trial': { trial_period_days: 0.5 },
      'a trial of more than two years': { trial_period_days: 731 },
      'a trial in words': { trial_period_days: 'a week' },
      'a quantity of zero': { quantity: 0 },
      'items beside a plan': { items: [{ price_id: 'pro' }] },
      'no items': { plan: undefined, items: [] },
      'items of two intervals': {
        ...{ plan: undefined, items: [{ price_id: 'basic' }, { price_id: 'pro_yearly' }] },
      },
      'a price twice': {
        ...{ plan: undefined, items: [{ price_id: 'basic' }, { price_id: 'basic_monthly' }] },
      },
      'more than 20 items': {
        plan: undefined,
        items: Array.from({ length: 21 }, (_, index) => ({ price_id: `price ${index}` })),
      },
    }),
    refuses(400, 'invalid_request', 'a trial of no number in a form', ({ key }) =>
      key.call('POST', '/v1/subscriptions', {
        headers: FORM,
        body: 'customer_id=customer+8&plan=basic&trial_period_days=soon',
      }),
    ),
    refuses(400, 'currency_mismatch', 'a plan from before another currency', async () => {
      const owner = await withAnOldPlan();
      return owner.call('POST', '/v1/subscriptions', {
        body: { customer_id: 'customer 7', plan: 'old' },
      });
    }),
    refuses(401, 'unauthorized', 'an API key without the scope', ({ narrowKey }) =>
      narrowKey.call('POST', '/v1/subscriptions', { body: {} }),
    ),
    refuses(401, 'unauthorized', 'the platform, which only reads', ({ platform }) =>
      platform.call('POST', '/v1/subscriptions', { body: { customer_id: 'c', plan: 'basic' } }),
    ),
    refuses(404, 'not_found', 'no such plan', create({ plan: 'platinum' })),
    refuses(
      404,
      'not_found',
      'no such price of an item',
      create({ plan: undefined, items: [{ price_id: 'basic' }, { price_id: 'platinum' }] }),
    ),
    refuses(404, 'not_found', 'an unknown customer', create({ customer_id: ABSENT.customer })),
    refuses(404, 'not_found', 'another account that is to pay', (world) =>
      create({ customer_id: world.stranger.accountId })(world),
    ),
    refuses(404, 'not_found', 'a user without an account', ({ loner }) =>
      loner.call('POST', '/v1/subscriptions', { body: { customer_id: 'c', plan: 'basic' } }),
    ),
    refuses(409, 'conflict', 'an account that is being closed', () =>
      whileClosing((owner) =>
        owner.call('POST', '/v1/subscriptions', { body: { customer_id: 'c', plan: 'basic' } }),
      ),
    ),
    refuses(
      404,
      'not_found',
      'an unknown customer, of whom the account has none made',
      askForUnknownCustomer('/v1/subscriptions'),
    ),
  ],
};
