import { holding } from '../access/fresh.ts';
import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { hold, unknownTo } from '../prepare/transactions-one.ts';
import { guarded, refuses, refusesEach, succeeds } from '../scenario.ts';

const at = (id: string, rest = '') => `/v1/transactions/${id}${rest}`;

export const contract: Contract = {
  operation: 'POST /v1/transactions/{transaction_id}/capture',
  access: [
    about('change what the account has', 'transaction', {
      fresh: holding,
    }),
  ],
  events: ['transaction.succeeded'],
  scenarios: [
    guarded,
    succeeds(200, 'all of it', async (world) =>
      world.owner.call('POST', at((await hold(world)).id, '/capture')),
    ),
    succeeds(200, 'a part of it', async (world) =>
      world.owner.call('POST', at((await hold(world)).id, '/capture'), { body: { amount: 30 } }),
    ),
    refusesEach(
      400,
      'invalid_request',
      (amount: unknown) =>
        ({ owner, objects }) =>
          owner.call('POST', at(objects.heldId, '/capture'), { body: { amount } }),
      { 'more than is held': 101, 'an amount of zero': 0, 'an amount of text': '30' },
    ),
    refuses(403, 'forbidden', 'the platform, which only reads', ({ platform, objects }) =>
      platform.call('POST', at(objects.heldId, '/capture')),
    ),
    unknownTo('POST', '/capture'),
    refuses(409, 'conflict', 'a credit', ({ owner, objects }) =>
      owner.call('POST', at(objects.creditId, '/capture')),
    ),
  ],
};
