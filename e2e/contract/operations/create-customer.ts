import { aboutField } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { createCustomer, invalidCustomers, newSlug } from '../prepare/catalogue.ts';
import { guarded, refuses, refusesEach, succeeds } from '../scenario.ts';

export const contract: Contract = {
  operation: 'POST /v1/customers',
  access: [
    aboutField('change what the account has', ['account_id', 'account'], { isActing: true }),
  ],
  events: ['customer.created'],
  scenarios: [
    guarded,
    refuses(400, 'currency_mismatch', "a currency other than the account's", ({ owner }) =>
      owner.call('POST', '/v1/customers', { body: { currency: 'CHF' } }),
    ),
    succeeds(201, 'nothing about them', createCustomer({})),
    succeeds(201, 'all fields', (world) =>
      createCustomer({ external_id: newSlug(), email: 'a@b.example', name: 'A', metadata: {} })(
        world,
      ),
    ),
    refusesEach(400, 'invalid_request', createCustomer, invalidCustomers),
    refuses(403, 'forbidden', 'the platform, which only reads', ({ platform }) =>
      platform.call('POST', '/v1/customers', { body: {} }),
    ),
    refuses(404, 'not_found', 'a user without an account', ({ loner }) =>
      loner.call('POST', '/v1/customers', { body: {} }),
    ),
    refuses(409, 'conflict', 'an external id that is taken', async (world) => {
      const external_id = newSlug();
      await createCustomer({ external_id })(world);
      return createCustomer({ external_id })(world);
    }),
  ],
};
