import { eventually } from '@florin/testing';
import { expect } from 'vitest';
import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { must, newOwner } from '../people.ts';
import { oneClock } from '../prepare/test-clocks.ts';
import { guarded, needsScope, refuses, refusesEach, succeeds } from '../scenario.ts';
import { newClock, record, subscribe, type World } from '../world.ts';

const advance =
  (fields: unknown) =>
  async ({ owner }: World) =>
    owner.call('POST', `/v1/test_clocks/${(await newClock(owner)).id}/advance`, { body: fields });

const unusable = { 'no time': {}, 'a time in words': { frozen_time: 'noon' } };

/** Advances a clock that is still advancing through many years. */
async function advanceTwice() {
  const owner = await newOwner();
  await record(owner, { type: 'credit', amount: 1_000_000 });
  const { id } = await newClock(owner);
  await subscribe(owner, { customer_id: owner.accountId, test_clock_id: id });
  const path = `/v1/test_clocks/${id}`;
  const first = owner.call('POST', `${path}/advance`, { body: { frozen_time: '2035-01-01' } });
  await eventually(async () =>
    expect((await must(() => owner.call('GET', path))).status).toBe('advancing'),
  );
  const second = await owner.call('POST', `${path}/advance`, {
    body: { frozen_time: '2036-01-01' },
  });
  await must(() => first);
  return second;
}

export const contract: Contract = {
  operation: 'POST /v1/test_clocks/{test_clock_id}/advance',
  access: [
    about('change what the account has', 'testClock', {
      body: { frozen_time: '2025-01-01' },
      fresh: ({ owner }) => newClock(owner),
    }),
  ],
  withoutEvents: 'due changes publish their own events',
  scenarios: [
    guarded,
    succeeds(200, 'a year', advance({ frozen_time: '2026-01-01' })),
    succeeds(200, 'no time at all', advance({ frozen_time: '2025-01-01' })),
    refusesEach(400, 'invalid_request', advance, {
      ...unusable,
      backwards: { frozen_time: '2024-12-31T23:59:59Z' },
    }),
    needsScope,
    oneClock('POST /v1/test_clocks/{test_clock_id}/advance', '/advance'),
    refuses(409, 'conflict', 'a clock that is being advanced', advanceTwice),
  ],
};
