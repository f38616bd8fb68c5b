import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import {
  createCustomer,
  invalidCustomers,
  newSlug,
  unknownCustomer,
} from '../prepare/catalogue.ts';
import { guarded, refuses, refusesEach, succeeds } from '../scenario.ts';
import type { World } from '../world.ts';

const changeCustomer =
  (fields: unknown) =>
  ({ owner, objects }: World) =>
    owner.call('PATCH', `/v1/customers/${objects.customerId}`, { body: fields });

export const contract: Contract = {
  operation: 'PATCH /v1/customers/{customer_id}',
  access: [about('change what the account has', 'customer', { body: { name: 'Changed' } })],
  events: ['customer.updated'],
  scenarios: [
    guarded,
    refuses(400, 'currency_mismatch', "a currency other than the account's", (world) =>
      world.owner.call('PATCH', `/v1/customers/${world.objects.customerId}`, {
        body: { currency: 'CHF' },
      }),
    ),
    succeeds(200, 'a name and metadata', changeCustomer({ name: 'Ada', metadata: { a: 1 } })),
    succeeds(200, 'nothing', changeCustomer({})),
    refusesEach(400, 'invalid_request', changeCustomer, invalidCustomers),
    refuses(403, 'forbidden', 'the platform, which only reads', ({ platform, objects }) =>
      platform.call('PATCH', `/v1/customers/${objects.customerId}`, { body: {} }),
    ),
    unknownCustomer('PATCH'),
    refuses(409, 'conflict', 'an external id that is taken', async (world) => {
      const external_id = newSlug();
      await createCustomer({ external_id })(world);
      return changeCustomer({ external_id })(world);
    }),
    refuses(409, 'conflict', 'an anonymized customer', async (world) => {
      const { body } = await createCustomer({})(world);
      await world.owner.call('POST', `/v1/customers/${body.id}/anonymize`);
      return world.owner.call('PATCH', `/v1/customers/${body.id}`, { body: { name: 'A' } });
    }),
  ],
};
