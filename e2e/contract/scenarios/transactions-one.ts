import { eventually } from '@florin/testing';
import { must } from '../people.ts';
import { guarded, needsToken, refuses, refusesEach, scenarios, succeeds } from '../scenario.ts';
import { ABSENT, record, type World } from '../world.ts';

const at = (id: string, rest = '') => `/v1/transactions/${id}${rest}`;

/** Callers for whom a transaction does not exist, and unknown ids. */
const unknownTo = (method: string, rest = '') => {
  const body = method === 'PATCH' ? { body: {} } : {};
  return [
    refuses(404, 'not_found', 'no such transaction', ({ owner }) =>
      owner.call(method, at(ABSENT.transaction, rest), body),
    ),
    refuses(404, 'not_found', 'a malformed id', ({ owner }) =>
      owner.call(method, at('latest', rest), body),
    ),
    refuses(404, 'not_found', 'a transaction of another account', ({ stranger, objects }) =>
      stranger.call(method, at(objects.heldId, rest), body),
    ),
    refuses(404, 'not_found', 'a user without an account', ({ loner, objects }) =>
      loner.call(method, at(objects.heldId, rest), body),
    ),
  ];
};

const change =
  (body: unknown) =>
  ({ owner, objects }: World) =>
    owner.call('PATCH', at(objects.creditId), { body });

/** A payment that is held until it is captured. */
const hold = ({ owner }: World) =>
  record(owner, { type: 'payment', amount: 100, capture: 'manual' });

/** Cancels a payment after it settled on its own. */
async function cancelSettled({ owner }: World) {
  const { id } = await record(owner, { type: 'payment', amount: 1 });
  await eventually(async () => {
    const { status } = await must(() => owner.call('GET', at(id)));
    if (status !== 'succeeded') throw new Error(`it is ${status}`);
  });
  return owner.call('DELETE', at(id));
}

export const oneTransactionScenarios = [
  ...needsToken('GET /v1/transactions/{transaction_id}'),
  ...scenarios(
    'GET /v1/transactions/{transaction_id}',
    succeeds(200, 'a transaction of the account', ({ member, objects }) =>
      member.call('GET', at(objects.creditId)),
    ),
    succeeds(200, 'any, for an admin', ({ admin, objects }) =>
      admin.call('GET', at(objects.creditId)),
    ),
    refuses(404, 'not_found', 'an id with an encoded slash', ({ owner }) =>
      owner.call('GET', at(`${ABSENT.transaction}%2Fx`)),
    ),
    unknownTo('GET'),
  ),
  ...guarded('PATCH /v1/transactions/{transaction_id}'),
  ...scenarios(
    'PATCH /v1/transactions/{transaction_id}',
    succeeds(200, 'a reference and metadata', change({ reference: 'r', metadata: { a: 1 } })),
    succeeds(200, 'both cleared', change({ reference: null, metadata: null })),
    succeeds(200, 'nothing', change({})),
    refusesEach(400, 'invalid_request', change, {
      'a field that there is not': { colour: 'green' },
      'a status': { status: 'failed' },
      'an account': { account_id: ABSENT.account },
      'a long reference': { reference: 'x'.repeat(256) },
      'metadata that is no object': { metadata: 'order 7' },
      'broken JSON': '{"reference"',
    }),
    unknownTo('PATCH'),
    refusesEach(409, 'conflict', change, {
      'an amount': { amount: 5 },
      'the amount that it has': { amount: 1_000_000 },
      'a currency': { currency: 'EUR' },
      'a type': { type: 'payment' },
      'an amount beside a reference': { amount: null, reference: 'r' },
    }),
  ),
  ...guarded('DELETE /v1/transactions/{transaction_id}'),
  ...scenarios(
    'DELETE /v1/transactions/{transaction_id}',
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
  ),
  ...guarded('POST /v1/transactions/{transaction_id}/capture'),
  ...scenarios(
    'POST /v1/transactions/{transaction_id}/capture',
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
  ),
  ...guarded('POST /v1/transactions/{transaction_id}/expire'),
  ...scenarios(
    'POST /v1/transactions/{transaction_id}/expire',
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
  ),
  ...needsToken('GET /v1/transactions/{transaction_id}/entries'),
  ...scenarios(
    'GET /v1/transactions/{transaction_id}/entries',
    succeeds(200, 'entries of a transaction', ({ owner, objects }) =>
      owner.call('GET', at(objects.heldId, '/entries')),
    ),
    refuses(400, 'invalid_request', 'a limit of zero', ({ owner, objects }) =>
      owner.call('GET', at(objects.heldId, '/entries?limit=0')),
    ),
    unknownTo('GET', '/entries'),
  ),
];
