import { about, listBy } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { newKey } from '../people.ts';
import { needsToken, refuses, succeeds } from '../scenario.ts';
import { ABSENT } from '../world.ts';

const PARTS = '/v1/reports/recurring_revenue/subscriptions';

export const contract: Contract = {
  operation: 'GET /v1/reports/recurring_revenue/subscriptions',
  access: [
    about('read what the account has', undefined, {
      unknown: 'ok, nothing',
    }),
    listBy('read what the account has', ['account_id', 'account']),
  ],
  scenarios: [
    needsToken,
    succeeds(200, 'of one currency', ({ owner }) => owner.call('GET', `${PARTS}?currency=EUR`)),
    refuses(400, 'invalid_request', 'a cursor without an object', ({ owner }) =>
      owner.call('GET', `${PARTS}?starting_after=${ABSENT.subscription}`),
    ),
    refuses(403, 'forbidden', 'an API key without the scope', async ({ owner }) =>
      (await newKey(owner, ['webhooks:read'])).call('GET', PARTS),
    ),
  ],
  example: ({ token }) => ({ token, query: 'limit=1' }),
};
