import { must, newOwner } from '../people.ts';
import { guarded, refuses, scenarios, succeeds } from '../scenario.ts';
import { ABSENT, newDraft, subscribe, type World } from '../world.ts';

type Verb = 'archive' | 'unarchive' | 'anonymize';
const operationOf = (verb: Verb) => `POST /v1/customers/{customer_id}/${verb}`;

async function newCustomer({ owner }: World) {
  const body = { email: 'ada@example.com', name: 'Ada' };
  return must(() => owner.call('POST', '/v1/customers', { body }));
}

/** Archives or erases a new customer of the owner, after these requests. */
const end =
  (...verbs: readonly Verb[]) =>
  async (world: World) => {
    const { id } = await newCustomer(world);
    for (const verb of verbs.slice(0, -1))
      await must(() => world.owner.call('POST', `/v1/customers/${id}/${verb}`));
    return world.owner.call('POST', `/v1/customers/${id}/${verbs.at(-1)}`);
  };

const endOfSubscribed = (verb: Verb) => async () => {
  const owner = await newOwner();
  const { id } = await must(() => owner.call('POST', '/v1/customers', { body: {} }));
  await subscribe(owner, { customer_id: id, trial_period_days: 3 });
  return owner.call('POST', `/v1/customers/${id}/${verb}`);
};

const beyondReach = (verb: Verb) => [
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

export const customerEndingScenarios = [
  ...guarded(operationOf('archive')),
  ...scenarios(
    operationOf('archive'),
    succeeds(200, 'a customer', end('archive')),
    succeeds(200, 'an archived customer', end('archive', 'archive')),
    beyondReach('archive'),
    refuses(409, 'conflict', 'a live subscription', endOfSubscribed('archive')),
  ),
  ...guarded(operationOf('unarchive')),
  ...scenarios(
    operationOf('unarchive'),
    succeeds(200, 'an archived customer', end('archive', 'unarchive')),
    succeeds(200, 'a customer that is not archived', end('unarchive')),
    beyondReach('unarchive'),
    refuses(409, 'conflict', 'an anonymized customer', end('anonymize', 'unarchive')),
  ),
  ...guarded(operationOf('anonymize')),
  ...scenarios(
    operationOf('anonymize'),
    succeeds(200, 'a customer', end('anonymize')),
    succeeds(200, 'an anonymized customer', end('anonymize', 'anonymize')),
    beyondReach('anonymize'),
    refuses(409, 'conflict', 'a live subscription', endOfSubscribed('anonymize')),
    refuses(409, 'conflict', 'a draft invoice', async () => {
      const owner = await newOwner();
      const { customer_id } = await newDraft(owner);
      return owner.call('POST', `/v1/customers/${customer_id}/anonymize`);
    }),
  ),
];
