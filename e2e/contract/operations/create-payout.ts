import { aboutField } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { type Caller, newOwner } from '../people.ts';
import { payOut } from '../prepare/payouts.ts';
import { paidBy } from '../prepare/refunds.ts';
import { guarded, refuses, refusesEach, succeeds } from '../scenario.ts';
import { ABSENT, record, type World } from '../world.ts';

const payoutBy =
  (fields: object, by: (world: World) => Caller = ({ owner }) => owner) =>
  async (world: World) => {
    await paidBy(world.owner);
    return payOut(by(world), world.owner, { amount: 10, ...fields });
  };

export const contract: Contract = {
  operation: 'POST /v1/payouts',
  access: [
    aboutField('change what the account has', ['account_id', 'account'], {
      body: { amount: 1, currency: 'USD' },
      unknown: '404 account_not_found',
      misshapen: '404 account_not_found',
    }),
  ],
  events: ['payout.created', 'transaction.created'],
  scenarios: [
    guarded,
    succeeds(201, 'a part of it', payoutBy({ reference: 'week 5', metadata: { a: 1 } })),
    succeeds(201, 'all of it', async () => {
      const owner = await newOwner();
      await paidBy(owner);
      return payOut(owner, owner);
    }),
    succeeds(
      201,
      'an API key',
      payoutBy({}, ({ key }) => key),
    ),
    refusesEach(400, 'invalid_request', payoutBy, {
      'an amount of zero': { amount: 0 },
      'an amount of text': { amount: '10' },
      'no currency': { currency: undefined },
      'an unknown currency': { currency: 'XYZ' },
      'metadata that is no object': { metadata: 7 },
    }),
    refuses(400, 'currency_mismatch', 'another currency', payoutBy({ currency: 'EUR' })),
    refuses(402, 'insufficient_funds', 'money that was spent', async () => {
      const owner = await newOwner();
      await paidBy(owner);
      await record(owner, { type: 'payment', amount: 100, capture: 'manual' });
      return payOut(owner, owner);
    }),
    refuses(
      403,
      'forbidden',
      'an API key without the scope',
      payoutBy({}, ({ narrowKey }) => narrowKey),
    ),
    refuses(
      403,
      'forbidden',
      'the platform, which only reads',
      payoutBy({}, ({ platform }) => platform),
    ),
    refuses(404, 'account_not_found', 'no such account', ({ owner }) =>
      payOut(owner, { ...owner, accountId: ABSENT.account }),
    ),
    refuses(
      404,
      'account_not_found',
      'an account of others',
      payoutBy({}, ({ stranger }) => stranger),
    ),
  ],
};
