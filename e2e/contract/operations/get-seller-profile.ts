import { about, listBy } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { needsScope, needsToken, refuses, succeeds } from '../scenario.ts';

const PROFILE = '/v1/seller_profile';

export const contract: Contract = {
  operation: 'GET /v1/seller_profile',
  access: [
    about('read what the account has', undefined),
    listBy('read what the account has', ['account_id', 'account'], {
      unknown: '404 not_found',
      misshapen: '404 not_found',
    }),
  ],
  scenarios: [
    needsToken,
    succeeds(200, 'of the caller’s account', ({ member }) => member.call('GET', PROFILE)),
    refuses(400, 'invalid_request', 'an unknown parameter', ({ owner }) =>
      owner.call('GET', `${PROFILE}?account=x`),
    ),
    needsScope,
    refuses(404, 'not_found', 'another account', ({ owner, stranger }) =>
      owner.call('GET', `${PROFILE}?account_id=${stranger.accountId}`),
    ),
  ],
};
