import { aboutField } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { createProduct } from '../prepare/products.ts';
import { guarded, refuses, refusesEach, succeeds } from '../scenario.ts';

export const contract: Contract = {
  operation: 'POST /v1/products',
  access: [
    aboutField('change what the account has', ['account_id', 'account'], {
      isActing: true,
      body: { name: 'New' },
    }),
  ],
  withoutEvents: 'the catalogue of events has no kind for products and prices',
  scenarios: [
    guarded,
    succeeds(201, 'a name', createProduct({})),
    succeeds(
      201,
      'all fields',
      createProduct({
        ...{ description: 'For teams', unit_label: 'seat', tax_class: 'reduced', supply: 'goods' },
        metadata: { a: 1 },
      }),
    ),
    refusesEach(400, 'invalid_request', createProduct, {
      'no name': { name: undefined },
      'an unknown supply': { supply: 'gifts' },
      'a price': { unit_amount: 1 },
    }),
    refuses(403, 'forbidden', 'the platform, which only reads', ({ platform }) =>
      platform.call('POST', '/v1/products', { body: { name: 'Seat' } }),
    ),
    refuses(404, 'not_found', 'a user without an account', ({ loner }) =>
      loner.call('POST', '/v1/products', { body: { name: 'Seat' } }),
    ),
  ],
};
