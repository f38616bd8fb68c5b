import { about, listBy, pageAfter } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { by, needsScope, needsToken, refusesEach, succeeds } from '../scenario.ts';
import { ABSENT } from '../world.ts';

const RATES = '/v1/tax_rates';

const list = (query: string) => by('owner', 'GET', `${RATES}?${query}`);

export const contract: Contract = {
  operation: 'GET /v1/tax_rates',
  access: [
    about('read what the account has', undefined, { unknown: 'ok, nothing' }),
    listBy('read what the account has', ['account_id', 'account']),
    pageAfter('read what the account has', 'taxRate'),
  ],
  scenarios: [
    needsToken,
    succeeds(200, 'the account’s', list('limit=2')),
    refusesEach(400, 'invalid_request', list, {
      'a limit of zero': 'limit=0',
      'a cursor without an object': `starting_after=${ABSENT.taxRate}`,
    }),
    needsScope,
  ],
};
