import { must, newOwner } from '../people.ts';
import { by, refuses } from '../scenario.ts';
import { ABSENT, subscribe, type World } from '../world.ts';

const at = (id: string, verb: string) => `/v1/subscriptions/${id}/${verb}`;

/** Sends changes one by one to a new subscription in its trial. */
export const sendChanges =
  (...steps: readonly (readonly [verb: string, body?: unknown])[]) =>
  async ({ owner }: World) => {
    const { id } = await subscribe(owner, { trial_period_days: 14 });
    const last = steps.at(-1) ?? [''];
    for (const [verb, body] of steps.slice(0, -1))
      await must(() => owner.call('POST', at(id, verb), { body }));
    const [verb, body] = last;
    return owner.call('POST', at(id, verb), { body });
  };

/** Refusals common to all changes; `body` is valid. */
export const common = (verb: string, body: object) => [
  refuses(404, 'not_found', 'no such subscription', ({ owner }) =>
    owner.call('POST', at(ABSENT.subscription, verb), { body }),
  ),
  refuses(404, 'not_found', 'a malformed id', by('owner', 'POST', at('latest', verb), { body })),
  refuses(404, 'not_found', 'a subscription of another account', ({ stranger, objects }) =>
    stranger.call('POST', at(objects.subscriptionId, verb), { body }),
  ),
  refuses(
    409,
    'conflict',
    'a subscription that is canceled',
    sendChanges(['cancel'], [verb, body]),
  ),
];

/** Operations specified without 403 answer the platform's token `unauthorized`. */
export const platformIs = (status: 401 | 403, verb: string, body: object) =>
  refuses(
    status,
    status === 401 ? 'unauthorized' : 'forbidden',
    'the platform, which only reads',
    ({ platform, objects }) => platform.call('POST', at(objects.subscriptionId, verb), { body }),
  );

/** A subscription in USD on an account with a plan in EUR. */
export async function withPlanInEuro() {
  const owner = await newOwner();
  const { id } = await subscribe(owner, { trial_period_days: 14 });
  const settings = { currency: 'EUR' };
  await must(() => owner.call('PATCH', '/v1/account', { body: { settings } }));
  const plan = { id: 'new', name: 'New', amount: 900, interval: 'month' };
  await must(() => owner.call('POST', '/v1/plans', { body: plan }));
  return { owner, id };
}
