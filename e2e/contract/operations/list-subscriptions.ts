import { about, listBy, pageAfter } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { by, needsScope, needsToken, refusesEach, succeeds } from '../scenario.ts';
import { ABSENT } from '../world.ts';

const listSubscriptions = (query: string) => by('owner', 'GET', `/v1/subscriptions?${query}`);

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
    needsScope,
  ],
};
