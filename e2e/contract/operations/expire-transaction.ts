import { holding } from '../access/fresh.ts';
import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { must } from '../people.ts';
import { hold, unknownTo } from '../prepare/transactions-one.ts';
import { guarded, refuses, succeeds } from '../scenario.ts';
import { record } from '../world.ts';

const at = (id: string, rest = '') => `/v1/transactions/${id}${rest}`;

export const contract: Contract = {
  operation: 'POST /v1/transactions/{transaction_id}/expire',
  access: [
    about('change what the account has', 'transaction', {
      fresh: holding,
    }),
  ],
  events: ['transaction.failed'],
  scenarios: [
    guarded,
    succeeds(200, 'what is held', async (world) =>
      world.owner.call('POST', at((await hold(world)).id, '/expire')),
    ),
    refuses(403, 'forbidden', 'the platform, which only reads', ({ platform, objects }) =>
      platform.call('POST', at(objects.heldId, '/expire')),
    ),
    unknownTo('POST', '/expire'),
    refuses(409, 'conflict', 'what has expired already', async (world) => {
      const { id } = await hold(world);
      await must(() => world.owner.call('POST', at(id, '/expire')));
      return world.owner.call('POST', at(id, '/expire'));
    }),
    refuses(409, 'conflict', 'what settles by itself', async ({ owner }) => {
      const { id } = await record(owner, { type: 'payment', amount: 1 });
      return owner.call('POST', at(id, '/expire'));
    }),
  ],
};
