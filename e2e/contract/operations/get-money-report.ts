import { about, listBy } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { ofReport } from '../prepare/console.ts';
import { needsToken } from '../scenario.ts';

export const contract: Contract = {
  operation: 'GET /v1/reports/money',
  access: [
    about('read what the account has', undefined, { unknown: 'ok, nothing' }),
    listBy('read what the account has', ['account_id', 'account']),
  ],
  scenarios: [needsToken, ofReport('/v1/reports/money')],
  example: ({ token }) => ({ token, query: 'days=7' }),
};
