import { eventually } from '@florin/testing';
import { expect } from 'vitest';
import { must, newOwner } from '../people.ts';
import { guarded, needsToken, refuses, refusesEach, scenarios, succeeds } from '../scenario.ts';
import { ABSENT, newClock, record, subscribe, type World } from '../world.ts';

const OPEN_CLOCKS_MAX = 20;
const ADVANCE = 'POST /v1/test_clocks/{test_clock_id}/advance';

const create =
  (fields: unknown) =>
  ({ owner }: World) =>
    owner.call('POST', '/v1/test_clocks', { body: fields });

const list =
  (query: string) =>
  ({ owner }: World) =>
    owner.call('GET', `/v1/test_clocks?${query}`);

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

const oneClock = (operation: string, verb = '') => {
  const [method = ''] = operation.split(' ');
  const body = method === 'POST' ? { body: { frozen_time: '2030-01-01' } } : {};
  return [
    refuses(404, 'not_found', 'no such clock', ({ owner }) =>
      owner.call(method, `/v1/test_clocks/${ABSENT.testClock}${verb}`, body),
    ),
    refuses(404, 'not_found', 'a malformed id', ({ owner }) =>
      owner.call(method, `/v1/test_clocks/noon${verb}`, body),
    ),
    refuses(404, 'not_found', 'a clock of another account', ({ stranger, objects }) =>
      stranger.call(method, `/v1/test_clocks/${objects.testClockId}${verb}`, body),
    ),
  ];
};

export const testClockScenarios = [
  ...guarded('POST /v1/test_clocks'),
  ...scenarios(
    'POST /v1/test_clocks',
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
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey }) =>
      narrowKey.call('POST', '/v1/test_clocks', { body: {} }),
    ),
    refuses(404, 'not_found', 'a user without an account', ({ loner }) =>
      loner.call('POST', '/v1/test_clocks', { body: { frozen_time: '2025-01-01' } }),
    ),
  ),
  ...needsToken('GET /v1/test_clocks'),
  ...scenarios(
    'GET /v1/test_clocks',
    succeeds(200, 'a page', list('limit=1')),
    refusesEach(400, 'invalid_request', list, {
      'a limit of zero': 'limit=0',
      'a cursor without an object': `starting_after=${ABSENT.testClock}`,
    }),
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey }) =>
      narrowKey.call('GET', '/v1/test_clocks'),
    ),
  ),
  ...needsToken('GET /v1/test_clocks/{test_clock_id}'),
  ...scenarios(
    'GET /v1/test_clocks/{test_clock_id}',
    succeeds(200, 'one’s own', ({ member, objects }) =>
      member.call('GET', `/v1/test_clocks/${objects.testClockId}`),
    ),
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey, objects }) =>
      narrowKey.call('GET', `/v1/test_clocks/${objects.testClockId}`),
    ),
    oneClock('GET /v1/test_clocks/{test_clock_id}'),
  ),
  ...guarded(ADVANCE),
  ...scenarios(
    ADVANCE,
    succeeds(200, 'a year', advance({ frozen_time: '2026-01-01' })),
    succeeds(200, 'no time at all', advance({ frozen_time: '2025-01-01' })),
    refusesEach(400, 'invalid_request', advance, {
      ...unusable,
      backwards: { frozen_time: '2024-12-31T23:59:59Z' },
    }),
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey, objects }) =>
      narrowKey.call('POST', `/v1/test_clocks/${objects.testClockId}/advance`, { body: {} }),
    ),
    oneClock(ADVANCE, '/advance'),
    refuses(409, 'conflict', 'a clock that is being advanced', advanceTwice),
  ),
];
