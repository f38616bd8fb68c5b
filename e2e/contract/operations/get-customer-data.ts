import { call } from '../../api.ts';
import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { must } from '../people.ts';
import { needsScope, needsToken, refuses, refusesEach, succeeds } from '../scenario.ts';
import { ABSENT, type World } from '../world.ts';

const readData =
  (query: string) =>
  ({ owner, objects }: World) =>
    owner.call('GET', `/v1/customers/${objects.customerId}/data?${query}`);

export const contract: Contract = {
  operation: 'GET /v1/customers/{customer_id}/data',
  access: [about('read what the account has', 'customer')],
  scenarios: [
    needsToken,
    succeeds(200, 'every kind', readData('limit=1')),
    succeeds(200, 'one kind', readData('kind=mails')),
    refusesEach(400, 'invalid_request', readData, {
      'an unknown kind': 'kind=wishes',
      'a page without its kind': `page=${ABSENT.customer}`,
      'a page that no answer has named': 'kind=payments&page=2',
    }),
    needsScope,
    refuses(403, 'forbidden', 'an API key without payments:read', async ({ owner, objects }) => {
      const body = { name: 'customers', scopes: ['subscriptions:read'] };
      const { secret } = await must(() => owner.call('POST', '/v1/api_keys', { body }));
      return call('GET', `/v1/customers/${objects.customerId}/data`, { token: secret });
    }),
    refuses(404, 'not_found', 'an unknown customer', ({ owner }) =>
      owner.call('GET', `/v1/customers/${ABSENT.customer}/data`),
    ),
    refuses(404, 'not_found', 'a customer of another account', ({ stranger, objects }) =>
      stranger.call('GET', `/v1/customers/${objects.customerId}/data`),
    ),
  ],
};
