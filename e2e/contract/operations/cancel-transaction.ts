import { eventually } from '@florin/testing';
import { holding } from '../access/fresh.ts';
import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { must } from '../people.ts';
import { hold, unknownTo } from '../prepare/transactions-one.ts';
import { guarded, refuses, succeeds } from '../scenario.ts';
import { record, type World } from '../world.ts';

const at = (id: string, rest = '') => `/v1/transactions/${id}${rest}`;

/** Cancels a payment after it settled on its own. */
async function cancelSettled({ owner }: World) {
  const { id } = await record(owner, { type: 'payment', amount: 1 });
  await eventually(async () => {
    const { status } = await must(() => owner.call('GET', at(id)));
    if (status !== 'succeeded') throw new Error(`it is ${status}`);
  });
  return owner.call('DELETE', at(id));
}

export const contract: Contract = {
  operation: 'DELETE /v1/transactions/{transaction_id}',
  access: [about('change what the account has', 'transaction', { fresh: holding })],
  events: ['transaction.canceled'],
  scenarios: [
    guarded,
    succeeds(200, 'a pending payment', async (world) =>
      world.owner.call('DELETE', at((await hold(world)).id)),
    ),
    refuses(400, 'invalid_request', 'an Idempotency-Key with spaces', ({ owner, objects }) =>
      owner.call('DELETE', at(objects.heldId), { key: 'a key' }),
    ),
    unknownTo('DELETE'),
    refuses(409, 'not_cancellable', 'a payment that has settled', cancelSettled),
    refuses(409, 'not_cancellable', 'a credit', ({ owner, objects }) =>
      owner.call('DELETE', at(objects.creditId)),
    ),
    refuses(409, 'not_cancellable', 'a canceled payment', async (world) => {
      const { id } = await hold(world);
      await must(() => world.owner.call('DELETE', at(id)));
      return world.owner.call('DELETE', at(id));
    }),
  ],
};
