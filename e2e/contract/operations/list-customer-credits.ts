import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { by, needsScope, needsToken, refuses, refusesEach, succeeds } from '../scenario.ts';
import { ABSENT, type World } from '../world.ts';

const listCredits =
  (query: string) =>
  ({ owner, objects }: World) =>
    owner.call('GET', `/v1/customers/${objects.customerId}/credits?${query}`);

export const contract: Contract = {
  operation: 'GET /v1/customers/{customer_id}/credits',
  access: [about('read what the account has', 'customer')],
  scenarios: [
    needsToken,
    succeeds(200, 'of a customer', listCredits('limit=1')),
    succeeds(200, 'of an account, which may pay too', ({ member, owner }) =>
      member.call('GET', `/v1/customers/${owner.accountId}/credits`),
    ),
    refusesEach(400, 'invalid_request', listCredits, {
      'a limit of zero': 'limit=0',
      'a cursor of another list': `starting_after=${ABSENT.customer}`,
      'a cursor without an object': `starting_after=${ABSENT.creditEntry}`,
    }),
    needsScope,
    refuses(404, 'not_found', 'an unknown customer', ({ owner }) =>
      owner.call('GET', `/v1/customers/${ABSENT.customer}/credits`),
    ),
    refuses(404, 'not_found', 'a malformed id', by('owner', 'GET', '/v1/customers/best/credits')),
    refuses(404, 'not_found', 'a customer of another account', ({ stranger, objects }) =>
      stranger.call('GET', `/v1/customers/${objects.customerId}/credits`),
    ),
  ],
};
