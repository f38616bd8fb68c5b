import { aboutField } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { must } from '../people.ts';
import { guarded, refuses, refusesEach, succeeds } from '../scenario.ts';
import { ABSENT } from '../world.ts';

const SESSIONS = '/v1/portal_sessions';

export const contract: Contract = {
  operation: 'POST /v1/portal_sessions',
  access: [aboutField('change what the account has', ['customer_id', 'customer'])],
  withoutEvents: 'only the seller shares the link to a page',
  scenarios: [
    guarded,
    succeeds(201, 'of a customer', async ({ owner }) => {
      const { id } = await must(() => owner.call('POST', '/v1/customers', { body: {} }));
      return owner.call('POST', SESSIONS, { body: { customer_id: id, expires_in_hours: 1 } });
    }),
    refusesEach(
      400,
      'invalid_request',
      (body: object) =>
        ({ owner, objects: { customerId } }) =>
          owner.call('POST', SESSIONS, { body: { customer_id: customerId, ...body } }),
      {
        'for no time': { expires_in_hours: 0 },
        'for years': { expires_in_hours: 10_000 },
        'a return URL that is not allowed': { return_url: 'https://elsewhere.example/' },
      },
    ),
    refuses(
      403,
      'forbidden',
      'an API key without the scope',
      ({ narrowKey, objects: { customerId } }) =>
        narrowKey.call('POST', SESSIONS, { body: { customer_id: customerId } }),
    ),
    refuses(404, 'not_found', 'an unknown customer', ({ owner }) =>
      owner.call('POST', SESSIONS, { body: { customer_id: ABSENT.customer } }),
    ),
  ],
};
