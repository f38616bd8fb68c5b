import { about, listBy, pageAfter } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { needsToken, refuses, succeeds } from '../scenario.ts';
import { ABSENT } from '../world.ts';

const LIST = '/v1/mail_suppressions';

export const contract: Contract = {
  operation: 'GET /v1/mail_suppressions',
  access: [
    about('prove the books', undefined),
    listBy('prove the books', ['account_id', 'account']),
    pageAfter('prove the books', 'mailSuppression'),
  ],
  scenarios: [
    needsToken,
    succeeds(200, 'those of everybody', ({ admin }) => admin.call('GET', LIST)),
    refuses(400, 'invalid_request', 'an invalid cursor', ({ admin }) =>
      admin.call('GET', `${LIST}?starting_after=${ABSENT.mailSuppression}`),
    ),
    refuses(403, 'forbidden', 'an owner', ({ owner }) => owner.call('GET', LIST)),
    refuses(403, 'forbidden', 'an API key', ({ key }) => key.call('GET', LIST)),
  ],
};
