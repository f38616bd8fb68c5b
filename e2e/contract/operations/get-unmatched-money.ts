import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { newUnmatched, ofAdmins, one } from '../prepare/bank-statements.ts';
import { needsToken, refuses, succeeds } from '../scenario.ts';

export const contract: Contract = {
  operation: 'GET /v1/unmatched_money/{unmatched_money_id}',
  access: [about('prove the books', 'unmatchedMoney')],
  scenarios: [
    needsToken,
    succeeds(200, 'unmatched money', async ({ admin }) =>
      admin.call('GET', `/v1/unmatched_money/${(await newUnmatched(admin)).id}`),
    ),
    ...ofAdmins('GET', one()),
    refuses(404, 'not_found', 'an unknown id', ({ admin }) => admin.call('GET', one())),
  ],
};
