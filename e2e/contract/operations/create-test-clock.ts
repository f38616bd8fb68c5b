import { aboutField } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { newOwner } from '../people.ts';
import { by, guarded, needsScope, refuses, refusesEach, succeeds } from '../scenario.ts';
import { newClock } from '../world.ts';

const OPEN_CLOCKS_MAX = 20;

const create = (fields: unknown) => by('owner', 'POST', '/v1/test_clocks', { body: fields });

const unusable = { 'no time': {}, 'a time in words': { frozen_time: 'noon' } };

export const contract: Contract = {
  operation: 'POST /v1/test_clocks',
  access: [
    aboutField('change what the account has', ['account_id', 'account'], {
      isActing: true,
      body: { frozen_time: '2025-01-01' },
    }),
  ],
  withoutEvents: 'the catalogue of events has no kind for test clocks',
  scenarios: [
    guarded,
    succeeds(201, 'a time long ago', create({ frozen_time: '1999-12-31T23:59:59+01:00' })),
    refusesEach(400, 'invalid_request', create, {
      ...unusable,
      'a time before all others': { frozen_time: '1969-12-31' },
      'an unknown day': { frozen_time: '2025-02-30' },
    }),
    refuses(400, 'invalid_request', 'a live account', async () =>
      (await newOwner({ livemode: true })).call('POST', '/v1/test_clocks', {
        body: { frozen_time: '2025-01-01' },
      }),
    ),
    refuses(409, 'conflict', 'more open clocks than an account may have', async () => {
      const owner = await newOwner();
      for (let open = 0; open < OPEN_CLOCKS_MAX; open += 1) await newClock(owner);
      return owner.call('POST', '/v1/test_clocks', { body: { frozen_time: '2025-01-01' } });
    }),
    needsScope,
    refuses(404, 'not_found', 'a user without an account', ({ loner }) =>
      loner.call('POST', '/v1/test_clocks', { body: { frozen_time: '2025-01-01' } }),
    ),
  ],
};
