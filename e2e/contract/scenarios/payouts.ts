import { CARDS } from '../pay.ts';
import { type Caller, must, newOwner, type Owner } from '../people.ts';
import { guarded, needsToken, refuses, refusesEach, scenarios, succeeds } from '../scenario.ts';
import { ABSENT, record, type World } from '../world.ts';
import { paidBy } from './refunds.ts';

/** A payout of a part of a customer's payment. */
export async function newPayout(owner: Owner, fields: object = {}): Promise<{ id: string }> {
  await paidBy(owner, CARDS.good);
  return must(() => payOut(owner, owner, { amount: 40, ...fields }));
}

function payOut(caller: Caller, owner: Owner, fields: object = {}) {
  const body = { account_id: owner.accountId, currency: 'USD', ...fields };
  return caller.call('POST', '/v1/payouts', { body });
}

const payoutBy =
  (fields: object, by: (world: World) => Caller = ({ owner }) => owner) =>
  async (world: World) => {
    await paidBy(world.owner);
    return payOut(by(world), world.owner, { amount: 10, ...fields });
  };
const LIST = '/v1/payouts';
const list =
  (query: string) =>
  ({ owner }: World) =>
    owner.call('GET', `${LIST}?${query}`);

export const payoutScenarios = [
  ...guarded('POST /v1/payouts'),
  ...scenarios(
    'POST /v1/payouts',
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
  ),
  ...needsToken('GET /v1/payouts'),
  ...scenarios(
    'GET /v1/payouts',
    succeeds(200, 'the account’s own', list('')),
    succeeds(200, 'every filter', list('status=paid&limit=1')),
    refusesEach(400, 'invalid_request', list, {
      'a limit of zero': 'limit=0',
      'an unknown status': 'status=succeeded',
      'a cursor without an object': `starting_after=${ABSENT.payout}`,
    }),
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey }) =>
      narrowKey.call('GET', LIST),
    ),
  ),
  ...needsToken('GET /v1/payouts/{payout_id}'),
  ...scenarios(
    'GET /v1/payouts/{payout_id}',
    succeeds(200, 'a payout', async ({ owner, member }) =>
      member.call('GET', `${LIST}/${(await newPayout(owner)).id}`),
    ),
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey }) =>
      narrowKey.call('GET', `${LIST}/${ABSENT.payout}`),
    ),
    refuses(404, 'not_found', 'no such payout', ({ owner }) =>
      owner.call('GET', `${LIST}/${ABSENT.payout}`),
    ),
    refuses(404, 'not_found', 'a malformed id', ({ owner }) => owner.call('GET', `${LIST}/latest`)),
    refuses(404, 'not_found', 'a payout of another account', async ({ owner, stranger }) =>
      stranger.call('GET', `${LIST}/${(await newPayout(owner)).id}`),
    ),
  ),
];
