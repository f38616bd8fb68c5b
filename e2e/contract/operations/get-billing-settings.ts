import { about, listBy } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { needsScope, needsToken, refuses, succeeds } from '../scenario.ts';

const PATH = '/v1/billing_settings';

export const contract: Contract = {
  operation: 'GET /v1/billing_settings',
  access: [
    about('read what the account has', undefined),
    listBy('read what the account has', ['account_id', 'account'], {
      unknown: '404 not_found',
      misshapen: '404 not_found',
    }),
  ],
  scenarios: [
    needsToken,
    succeeds(200, 'of the caller’s account', ({ member }) => member.call('GET', PATH)),
    refuses(400, 'invalid_request', 'an unknown parameter', ({ owner }) =>
      owner.call('GET', `${PATH}?account=x`),
    ),
    needsScope,
    refuses(404, 'not_found', 'another account', ({ owner, stranger }) =>
      owner.call('GET', `${PATH}?account_id=${stranger.accountId}`),
    ),
    refuses(404, 'not_found', 'a user without an account', ({ loner }) => loner.call('GET', PATH)),
  ],
};
