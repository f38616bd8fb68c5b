import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { unknownTo } from '../prepare/transactions-one.ts';
import { needsToken, refuses, succeeds } from '../scenario.ts';

const at = (id: string, rest = '') => `/v1/transactions/${id}${rest}`;

export const contract: Contract = {
  operation: 'GET /v1/transactions/{transaction_id}/entries',
  access: [about('read what the account has', 'transaction')],
  scenarios: [
    needsToken,
    succeeds(200, 'entries of a transaction', ({ owner, objects }) =>
      owner.call('GET', at(objects.heldId, '/entries')),
    ),
    refuses(400, 'invalid_request', 'a limit of zero', ({ owner, objects }) =>
      owner.call('GET', at(objects.heldId, '/entries?limit=0')),
    ),
    unknownTo('GET', '/entries'),
  ],
};
