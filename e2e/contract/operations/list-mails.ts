import { about, listBy, pageAfter } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { needsScope, needsToken, refuses, succeeds } from '../scenario.ts';
import { ABSENT } from '../world.ts';

export const contract: Contract = {
  operation: 'GET /v1/mails',
  access: [
    about('read what the account has', undefined, { unknown: 'ok, nothing' }),
    listBy('read what the account has', ['account_id', 'account']),
    listBy('read what the account has', ['object_id', 'payment']),
    pageAfter('read what the account has', 'mail'),
  ],
  scenarios: [
    needsToken,
    succeeds(200, 'those that were sent', ({ key }) => key.call('GET', '/v1/mails?status=sent')),
    refuses(400, 'invalid_request', 'an invalid cursor', ({ owner }) =>
      owner.call('GET', `/v1/mails?starting_after=${ABSENT.mail}`),
    ),
    needsScope,
  ],
};
