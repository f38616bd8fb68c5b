import { about, listBy, pageAfter } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { needsToken, refuses, refusesEach, succeeds } from '../scenario.ts';
import { ABSENT, type World } from '../world.ts';

const listSubscriptions =
  (query: string) =>
  ({ owner }: World) =>
    owner.call('GET', `/v1/subscriptions?${query}`);

export const contract: Contract = {
  operation: 'GET /v1/subscriptions',
  access: [
    about('read what the account has', undefined, { unknown: 'ok, nothing' }),
    listBy('read what the account has', ['account_id', 'account']),
    listBy('read what the account has', ['customer_id', 'customer']),
    listBy('read what the account has', ['test_clock_id', 'testClock']),
    pageAfter('read what the account has', 'subscription'),
  ],
  scenarios: [
    needsToken,
    succeeds(
      200,
      'every filter',
      listSubscriptions('customer_id=customer+7&plan=basic&status=trialing&limit=1'),
    ),
    refusesEach(400, 'invalid_request', listSubscriptions, {
      'a limit of zero': 'limit=0',
      'an unknown status': 'status=open',
      'a cursor without an object': `starting_after=${ABSENT.subscription}`,
    }),
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey }) =>
      narrowKey.call('GET', '/v1/subscriptions'),
    ),
  ],
};
