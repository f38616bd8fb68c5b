import { about, listBy, pageAfter } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { by, needsScope, needsToken, refusesEach, succeeds } from '../scenario.ts';
import { ABSENT } from '../world.ts';

const LIST = '/v1/credit_notes';

const list = (query: string) => by('owner', 'GET', `${LIST}?${query}`);

export const contract: Contract = {
  operation: 'GET /v1/credit_notes',
  access: [
    about('read what the account has', undefined, { unknown: 'ok, nothing' }),
    listBy('read what the account has', ['account_id', 'account']),
    listBy('read what the account has', ['customer_id', 'customer']),
    listBy('read what the account has', ['invoice_id', 'invoice']),
    pageAfter('read what the account has', 'creditNote'),
  ],
  scenarios: [
    needsToken,
    succeeds(200, 'the account’s', list('limit=2')),
    refusesEach(400, 'invalid_request', list, {
      'a limit of zero': 'limit=0',
      'a cursor without an object': `starting_after=${ABSENT.creditNote}`,
    }),
    needsScope,
  ],
};
