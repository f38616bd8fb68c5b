import { about, type Fresh } from '../access/recipe.ts';
import type { Side } from '../access/sides.ts';
import type { Contract } from '../contract.ts';
import { CARDS } from '../pay.ts';
import { type Caller, must, newOwner } from '../people.ts';
import { newDispute, paidBy } from '../prepare/refunds.ts';
import { by, guarded, refuses, refusesEach, succeeds } from '../scenario.ts';
import { ABSENT, record, type World } from '../world.ts';

const paying = async ({ owner }: Side): Promise<Fresh> => paidBy(owner);

const refund =
  (body: object | undefined, by: (world: World) => Caller = ({ owner }) => owner) =>
  async (world: World) => {
    const { id } = await paidBy(world.owner);
    return by(world).call('POST', `/v1/payments/${id}/refund`, body ? { body } : {});
  };

export const contract: Contract = {
  operation: 'POST /v1/payments/{payment_id}/refund',
  access: [about('change what the account has', 'paid', { fresh: paying })],
  events: ['refund.created', 'refund.succeeded', 'transaction.created', 'transaction.succeeded'],
  scenarios: [
    guarded,
    succeeds(201, 'all of it', refund(undefined)),
    succeeds(201, 'a part of it', refund({ amount: 30, reason: 'broken', metadata: { a: 1 } })),
    succeeds(
      201,
      'an API key',
      refund({}, ({ key }) => key),
    ),
    refusesEach(400, 'invalid_request', refund, {
      'an amount of zero': { amount: 0 },
      'an amount of text': { amount: '10' },
      'more than was paid': { amount: 101 },
      'an empty reason': { reason: '' },
      'a long reason': { reason: 'x'.repeat(501) },
      'metadata that is no object': { metadata: 7 },
    }),
    refuses(402, 'insufficient_funds', 'money that was spent', async () => {
      const owner = await newOwner();
      const { id } = await paidBy(owner);
      await record(owner, { type: 'payment', amount: 100, capture: 'manual' });
      return owner.call('POST', `/v1/payments/${id}/refund`);
    }),
    refuses(
      403,
      'forbidden',
      'an API key without the scope',
      refund({}, ({ narrowKey }) => narrowKey),
    ),
    refuses(
      403,
      'forbidden',
      'the platform, which only reads',
      refund({}, ({ platform }) => platform),
    ),
    refuses(404, 'not_found', 'no such payment request', ({ owner }) =>
      owner.call('POST', `/v1/payments/${ABSENT.payment}/refund`),
    ),
    refuses(404, 'not_found', 'a malformed id', by('owner', 'POST', '/v1/payments/latest/refund')),
    refuses(
      404,
      'not_found',
      'a payment of another account',
      refund({}, ({ stranger }) => stranger),
    ),
    refuses(409, 'conflict', 'a payment that was declined', async ({ owner }) => {
      const { id } = await paidBy(owner, CARDS.declined);
      return owner.call('POST', `/v1/payments/${id}/refund`);
    }),
    refuses(409, 'conflict', 'a disputed payment', async ({ owner }) => {
      const { payment_id } = await newDispute(owner);
      return owner.call('POST', `/v1/payments/${payment_id}/refund`);
    }),
    refuses(409, 'conflict', 'money returned already', async ({ owner }) => {
      const { id } = await paidBy(owner);
      await must(() => owner.call('POST', `/v1/payments/${id}/refund`));
      return owner.call('POST', `/v1/payments/${id}/refund`);
    }),
  ],
};
