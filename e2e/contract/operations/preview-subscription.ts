import { aboutField } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { must } from '../people.ts';
import { askForUnknownCustomer } from '../prepare/billing-settings.ts';
import { withPlanInEuro } from '../prepare/subscriptions-changes.ts';
import { guarded, refuses, refusesEach, succeeds } from '../scenario.ts';
import { ABSENT, subscribe, type World } from '../world.ts';

const at = (id: string, verb: string) => `/v1/subscriptions/${id}/${verb}`;

const preview =
  (fields: unknown) =>
  ({ owner }: World) =>
    owner.call('POST', '/v1/subscriptions/preview', { body: fields });

/** Previews a change of the account's subscription. */
const previewChange =
  (fields: object) =>
  ({ owner, objects: { subscriptionId } }: World) =>
    owner.call('POST', '/v1/subscriptions/preview', {
      body: { subscription_id: subscriptionId, ...fields },
    });

export const contract: Contract = {
  operation: 'POST /v1/subscriptions/preview',
  access: [
    aboutField('change what the account has', ['subscription_id', 'subscription'], {
      body: { plan: 'pro' },
    }),
    aboutField('change what the account has', ['customer_id', 'customer'], {
      body: { plan: 'pro' },
      // An id that is not one of ours counts as the caller's own id of a customer that does not exist
      // yet.
      misshapen: 'ok',
    }),
    aboutField('change what the account has', ['account_id', 'account'], {
      isActing: true,
      body: { plan: 'basic', customer_id: 'customer 9' },
    }),
  ],
  withoutEvents: 'it shows the price of a change, and changes nothing',
  scenarios: [
    guarded,
    succeeds(200, 'a dearer plan', previewChange({ plan: 'pro' })),
    succeeds(200, 'a quantity', previewChange({ quantity: 3 })),
    succeeds(200, 'a later change', previewChange({ plan: 'pro', effective: 'period_end' })),
    succeeds(200, 'a new customer', preview({ customer_id: 'customer 7', plan: 'basic' })),
    succeeds(200, 'an API key', ({ key, objects: { subscriptionId } }) =>
      key.call('POST', '/v1/subscriptions/preview', {
        body: { subscription_id: subscriptionId, plan: 'pro', quantity: 2 },
      }),
    ),
    refusesEach(400, 'invalid_request', preview, {
      'neither subscription nor customer': { plan: 'pro' },
      'a customer without a plan': { customer_id: 'customer 7' },
      'a time of a change beside a new subscription': {
        ...{ customer_id: 'customer 7', plan: 'pro', effective: 'now' },
      },
      'a trial of 731 days': { customer_id: 'customer 7', plan: 'pro', trial_period_days: 731 },
      'broken JSON': '{"plan"',
    }),
    refusesEach(400, 'invalid_request', previewChange, {
      'a customer too': { customer_id: 'customer 7', plan: 'pro' },
      'neither plan nor quantity': {},
      'a quantity of zero': { quantity: 0 },
      'a quantity that makes it too dear': { plan: 'business_yearly', quantity: 1_000_000_000 },
    }),
    refuses(400, 'currency_mismatch', 'a plan in another currency', async () => {
      const { owner, id } = await withPlanInEuro();
      const body = { subscription_id: id, plan: 'new' };
      return owner.call('POST', '/v1/subscriptions/preview', { body });
    }),
    refuses(403, 'forbidden', 'the platform, which only reads', ({ platform, objects }) =>
      platform.call('POST', '/v1/subscriptions/preview', {
        body: { subscription_id: objects.subscriptionId, plan: 'pro' },
      }),
    ),
    refusesEach(404, 'not_found', previewChange, {
      'no such subscription': { subscription_id: ABSENT.subscription, plan: 'pro' },
      'a malformed id': { subscription_id: 'latest', plan: 'pro' },
      'no such plan': { plan: 'platinum' },
    }),
    refuses(
      404,
      'not_found',
      'an unknown customer',
      preview({ customer_id: ABSENT.customer, plan: 'pro' }),
    ),
    refuses(404, 'not_found', 'a subscription of another account', ({ stranger, objects }) =>
      stranger.call('POST', '/v1/subscriptions/preview', {
        body: { subscription_id: objects.subscriptionId, plan: 'pro' },
      }),
    ),
    refuses(409, 'conflict', 'a subscription that is canceled', async ({ owner }) => {
      const { id } = await subscribe(owner, { trial_period_days: 14 });
      await must(() => owner.call('POST', at(id, 'cancel')));
      const body = { subscription_id: id, plan: 'pro' };
      return owner.call('POST', '/v1/subscriptions/preview', { body });
    }),
    refuses(
      404,
      'not_found',
      'an unknown customer, of whom the account has none made',
      askForUnknownCustomer('/v1/subscriptions/preview'),
    ),
  ],
};
