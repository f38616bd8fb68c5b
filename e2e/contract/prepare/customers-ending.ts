import { must, newOwner } from '../people.ts';
import { refuses } from '../scenario.ts';
import { ABSENT, subscribe, type World } from '../world.ts';

export type Verb = 'archive' | 'unarchive' | 'anonymize';

export async function newCustomer({ owner }: World) {
  const body = { email: 'ada@example.com', name: 'Ada' };
  return must(() => owner.call('POST', '/v1/customers', { body }));
}

/** Archives or erases a new customer of the owner, after these requests. */
export const end =
  (...verbs: readonly Verb[]) =>
  async (world: World) => {
    const { id } = await newCustomer(world);
    for (const verb of verbs.slice(0, -1))
      await must(() => world.owner.call('POST', `/v1/customers/${id}/${verb}`));
    return world.owner.call('POST', `/v1/customers/${id}/${verbs.at(-1)}`);
  };

export const endOfSubscribed = (verb: Verb) => async () => {
  const owner = await newOwner();
  const { id } = await must(() => owner.call('POST', '/v1/customers', { body: {} }));
  await subscribe(owner, { customer_id: id, trial_period_days: 3 });
  return owner.call('POST', `/v1/customers/${id}/${verb}`);
};

export const beyondReach = (verb: Verb) => [
  refuses(403, 'forbidden', 'the platform, which only reads', ({ platform, objects }) =>
    platform.call('POST', `/v1/customers/${objects.customerId}/${verb}`),
  ),
  refuses(404, 'not_found', 'an unknown customer', ({ owner }) =>
    owner.call('POST', `/v1/customers/${ABSENT.customer}/${verb}`),
  ),
  refuses(404, 'not_found', 'a customer of another account', ({ stranger, objects }) =>
    stranger.call('POST', `/v1/customers/${objects.customerId}/${verb}`),
  ),
];
