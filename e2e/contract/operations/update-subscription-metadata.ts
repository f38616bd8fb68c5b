import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { must, newOwner } from '../people.ts';
import { guarded, refuses, refusesEach, succeeds } from '../scenario.ts';
import { ABSENT, subscribe, type World } from '../world.ts';

const update =
  (change: unknown) =>
  async ({ owner }: World) => {
    const { id } = await subscribe(owner, { trial_period_days: 14, metadata: { a: 1 } });
    return owner.call('PATCH', `/v1/subscriptions/${id}`, { body: change });
  };

const refused =
  (id: string) =>
  ({ owner }: World) =>
    owner.call('PATCH', `/v1/subscriptions/${id}`, { body: { metadata: {} } });

export const contract: Contract = {
  operation: 'PATCH /v1/subscriptions/{subscription_id}',
  access: [about('change what the account has', 'subscription', { body: { metadata: { a: 1 } } })],
  events: ['subscription.updated'],
  scenarios: [
    guarded,
    succeeds(200, 'a member more', update({ metadata: { order: '2041' } })),
    succeeds(200, 'a member less', update({ metadata: { a: '' } })),
    succeeds(200, 'none any more', update({ metadata: null })),
    succeeds(200, 'billing terms', update({ days_until_due: 30, po_number: 'PO-1' })),
    succeeds(200, 'the terms of the customer', update({ collection_method: null })),
    succeeds(200, 'nothing', update({})),
    refusesEach(400, 'invalid_request', update, {
      'a list': { metadata: [] },
      'more than 50 names': {
        metadata: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [n, n])),
      },
      'more days than a year': { days_until_due: 366 },
      'a plan, which changes elsewhere': { plan: 'pro' },
      'broken JSON': '{"metadata"',
    }),
    refuses(403, 'forbidden', 'the platform, which only reads', ({ platform, objects }) =>
      platform.call('PATCH', `/v1/subscriptions/${objects.subscriptionId}`, { body: {} }),
    ),
    refuses(404, 'not_found', 'no such subscription', refused(ABSENT.subscription)),
    refuses(404, 'not_found', 'a malformed id', refused('latest')),
    refuses(404, 'not_found', 'a subscription of another account', ({ stranger, objects }) =>
      stranger.call('PATCH', `/v1/subscriptions/${objects.subscriptionId}`, { body: {} }),
    ),
    refuses(409, 'conflict', 'a subscription of an anonymized customer', async () => {
      const owner = await newOwner();
      const { id } = await must(() => owner.call('POST', '/v1/customers', { body: {} }));
      const body = { customer_id: id, plan: 'basic', trial_period_days: 14 };
      const sold = await must(() => owner.call('POST', '/v1/subscriptions', { body }));
      await must(() => owner.call('POST', `/v1/subscriptions/${sold.id}/cancel`, { body: {} }));
      await must(() => owner.call('POST', `/v1/customers/${id}/anonymize`));
      const change = { metadata: { name: 'Ada' } };
      return owner.call('PATCH', `/v1/subscriptions/${sold.id}`, { body: change });
    }),
  ],
};
