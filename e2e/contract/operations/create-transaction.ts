import { aboutField } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { newOwner } from '../people.ts';
import { guarded, refuses, refusesEach, succeeds } from '../scenario.ts';
import { ABSENT, recordSettled, type World } from '../world.ts';

const credit = { type: 'credit', amount: 1, currency: 'USD' };

const create =
  (fields: object) =>
  ({ owner }: Pick<World, 'owner'>) =>
    owner.call('POST', '/v1/transactions', {
      body: {
        account_id: owner.accountId,
        amount: 100,
        currency: 'USD',
        type: 'credit',
        ...fields,
      },
    });

const forAccount =
  (
    accountId: (world: World) => string,
    by: (world: World) => World['owner'] = ({ owner }) => owner,
  ) =>
  (world: World) =>
    by(world).call('POST', '/v1/transactions', {
      body: { account_id: accountId(world), amount: 1, currency: 'USD', type: 'credit' },
    });

export const contract: Contract = {
  operation: 'POST /v1/transactions',
  access: [aboutField('change what the account has', ['account_id', 'account'], { body: credit })],
  events: ['transaction.created'],
  scenarios: [
    guarded,
    succeeds(201, 'a credit', create({ reference: 'top-up', metadata: { order: { id: 7 } } })),
    succeeds(201, 'a payment', create({ type: 'payment' })),
    succeeds(201, 'a payment to be captured', create({ type: 'payment', capture: 'manual' })),
    succeeds(201, 'a refund', async ({ owner }) => {
      await recordSettled(owner, 1);
      return create({ type: 'refund', amount: 1 })({ owner });
    }),
    succeeds(201, 'a currency in lower case', create({ currency: 'usd' })),
    succeeds(201, 'an amount with an exponent', ({ owner }) =>
      owner.call('POST', '/v1/transactions', {
        body: `{"account_id":"${owner.accountId}","amount":1e2,"currency":"USD","type":"credit"}`,
      }),
    ),
    succeeds(201, 'a member', ({ owner, member }) =>
      member.call('POST', '/v1/transactions', {
        body: { account_id: owner.accountId, amount: 1, currency: 'USD', type: 'credit' },
      }),
    ),
    succeeds(
      201,
      'an admin, for any account',
      forAccount(
        ({ owner }) => owner.accountId,
        ({ admin }) => admin,
      ),
    ),
    refusesEach(400, 'invalid_request', create, {
      'no account_id': { account_id: undefined },
      'an account_id that is no text': { account_id: 1 },
      'no amount': { amount: undefined },
      'an amount of text': { amount: '100' },
      'half an amount': { amount: 1.5 },
      'an amount of zero': { amount: 0 },
      'a negative amount': { amount: -1 },
      'an amount of null': { amount: null },
      'an amount of a million million': { amount: 1_000_000_000_000 },
      'an amount that no number holds': { amount: 2 ** 53 },
      'no currency': { currency: undefined },
      'an unknown currency': { currency: 'XYZ' },
      'no type': { type: undefined },
      'an unknown type': { type: 'charge' },
      'a reference that is no text': { reference: 7 },
      'a long reference': { reference: 'x'.repeat(256) },
      'NUL in the reference': { reference: 'a\0b' },
      'metadata that is no object': { metadata: 'order 7' },
      'a list of metadata': { metadata: [] },
      'a key too many in the metadata': {
        metadata: Object.fromEntries(Array.from({ length: 51 }, (_, key) => [`key${key}`, 1])),
      },
      'capture of a credit': { capture: 'manual' },
      'a refund of something that is no id': { type: 'refund', refund_of_id: 'payment 1' },
    }),
    refuses(400, 'invalid_request', 'broken JSON', ({ owner }) =>
      owner.call('POST', '/v1/transactions', { body: '{"amount":' }),
    ),
    refuses(
      400,
      'currency_mismatch',
      'a currency that is not the account’s',
      create({ currency: 'EUR' }),
    ),
    refuses(402, 'insufficient_funds', 'more than there is', async () => {
      const owner = await newOwner();
      return create({ type: 'payment', amount: 1 })({ owner });
    }),
    refuses(402, 'insufficient_funds', 'a refund of more than has settled', async () => {
      const owner = await newOwner();
      return create({ type: 'refund', amount: 1 })({ owner });
    }),
    refuses(
      404,
      'not_found',
      'no such account',
      forAccount(() => ABSENT.account),
    ),
    refuses(
      404,
      'not_found',
      'a malformed id',
      forAccount(() => 'my account'),
    ),
    refuses(
      404,
      'not_found',
      'another account',
      forAccount(({ stranger }) => stranger.accountId),
    ),
    refuses(
      404,
      'not_found',
      'a closed account',
      forAccount(
        ({ closed }) => closed.accountId,
        ({ admin }) => admin,
      ),
    ),
    refuses(404, 'not_found', 'a user without an account', ({ owner, loner }) =>
      loner.call('POST', '/v1/transactions', {
        body: { account_id: owner.accountId, amount: 1, currency: 'USD', type: 'credit' },
      }),
    ),
    refuses(401, 'unauthorized', 'the platform, which only reads', ({ owner, platform }) =>
      platform.call('POST', '/v1/transactions', {
        body: { account_id: owner.accountId, amount: 1, currency: 'USD', type: 'credit' },
      }),
    ),
  ],
};
