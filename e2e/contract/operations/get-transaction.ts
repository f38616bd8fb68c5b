import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { unknownTo } from '../prepare/transactions-one.ts';
import { needsToken, refuses, succeeds } from '../scenario.ts';
import { ABSENT } from '../world.ts';

const at = (id: string, rest = '') => `/v1/transactions/${id}${rest}`;

export const contract: Contract = {
  operation: 'GET /v1/transactions/{transaction_id}',
  access: [about('read what the account has', 'transaction')],
  scenarios: [
    needsToken,
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
  ],
};
