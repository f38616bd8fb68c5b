import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { newOwner } from '../people.ts';
import { by, guarded, refuses, succeeds } from '../scenario.ts';
import { whileClosing } from '../while-closing.ts';
import { record, subscribe } from '../world.ts';

export const contract: Contract = {
  operation: 'DELETE /v1/account',
  access: [
    about('close the own account', undefined, {
      fresh: async () => ({ as: await newOwner() }),
    }),
  ],
  events: [
    'account.closed',
    'session.ended',
    'subscription.canceled',
    'user.deleted',
    'user.updated',
  ],
  scenarios: [
    guarded,
    succeeds(200, 'an empty account', async () => (await newOwner()).call('DELETE', '/v1/account')),
    succeeds(200, 'an account with money', async () => {
      const owner = await newOwner();
      await record(owner, { type: 'credit', amount: 500 });
      return owner.call('DELETE', '/v1/account');
    }),
    succeeds(200, 'an account with a trial', async () => {
      const owner = await newOwner();
      await subscribe(owner, { customer_id: owner.accountId, trial_period_days: 7 });
      return owner.call('DELETE', '/v1/account');
    }),
    refuses(401, 'unauthorized', 'a closed account, repeated', ({ closed }) =>
      closed.call('DELETE', '/v1/account'),
    ),
    refuses(403, 'forbidden', 'a member', ({ member }) => member.call('DELETE', '/v1/account')),
    refuses(403, 'forbidden', 'a user without an account', by('loner', 'DELETE', '/v1/account')),
    refuses(403, 'forbidden', 'the platform’s own account', by('admin', 'DELETE', '/v1/account')),
    refuses(403, 'forbidden', 'the platform, which only reads', ({ platform }) =>
      platform.call('DELETE', '/v1/account'),
    ),
    refuses(409, 'active_subscriptions', 'an account with a subscription', async () => {
      const owner = await newOwner();
      await record(owner, { type: 'credit', amount: 10_000 });
      await subscribe(owner, { customer_id: owner.accountId });
      return owner.call('DELETE', '/v1/account');
    }),
    refuses(409, 'active_subscriptions', 'an account with a subscriber', async () => {
      const owner = await newOwner();
      await subscribe(owner);
      return owner.call('DELETE', '/v1/account');
    }),
    refuses(409, 'conflict', 'an account that has just been closed', () =>
      whileClosing((owner) => owner.call('DELETE', '/v1/account')),
    ),
  ],
};
