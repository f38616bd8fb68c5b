import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { unknownTo } from '../prepare/transactions-one.ts';
import { guarded, refusesEach, succeeds } from '../scenario.ts';
import { ABSENT, type World } from '../world.ts';

const at = (id: string, rest = '') => `/v1/transactions/${id}${rest}`;

const change =
  (body: unknown) =>
  ({ owner, objects }: World) =>
    owner.call('PATCH', at(objects.creditId), { body });

export const contract: Contract = {
  operation: 'PATCH /v1/transactions/{transaction_id}',
  access: [
    about('change what the account has', 'transaction', {
      body: { metadata: { changed: true } },
    }),
  ],
  events: ['transaction.updated'],
  scenarios: [
    guarded,
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
  ],
};
