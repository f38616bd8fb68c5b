import { about } from '../access/recipe.ts';
import { TAX_ID } from '../access/sides.ts';
import type { Contract } from '../contract.ts';
import type { Caller } from '../people.ts';
import { guarded, refuses, refusesEach, succeeds } from '../scenario.ts';
import type { World } from '../world.ts';

/** Verifies a tax id of a customer that has `TAX_ID`. */
const verifyTaxId =
  (body: unknown, by: (world: World) => Caller = ({ owner }) => owner) =>
  async (world: World) => {
    const tax_ids = [{ value: TAX_ID }];
    const { body: customer } = await world.owner.call('POST', '/v1/customers', {
      body: { tax_ids },
    });
    return by(world).call('POST', `/v1/customers/${customer.id}/verify_tax_id`, { body });
  };

export const contract: Contract = {
  operation: 'POST /v1/customers/{customer_id}/verify_tax_id',
  access: [
    about('change what the account has', 'customer', {
      body: { value: TAX_ID, reason: 'By phone' },
    }),
  ],
  events: ['customer.updated'],
  scenarios: [
    guarded,
    succeeds(200, 'a reason to vouch', verifyTaxId({ value: TAX_ID, reason: 'By phone' })),
    succeeds(200, 'another check', verifyTaxId({ value: 'de 136 695 976' })),
    refusesEach(400, 'invalid_request', (body) => verifyTaxId(body), {
      'an id that the customer does not have': { value: 'FR40303265045' },
      'a wrong check digit': { value: 'DE136695970' },
      'no id': {},
      'a long reason': { value: TAX_ID, reason: 'x'.repeat(501) },
    }),
    refuses(
      403,
      'forbidden',
      'the platform, which only reads',
      verifyTaxId({ value: TAX_ID }, ({ platform }) => platform),
    ),
    refuses(
      404,
      'not_found',
      'a customer of another account',
      verifyTaxId({ value: TAX_ID }, ({ stranger }) => stranger),
    ),
  ],
};
