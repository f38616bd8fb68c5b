import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { denied, onOne, readOnly } from '../prepare/payment-methods.ts';
import { guarded, succeeds } from '../scenario.ts';

export const contract: Contract = {
  operation: 'POST /v1/payment_methods/{payment_method_id}/default',
  access: [about('change what the account has', 'paymentMethod')],
  withoutEvents: 'a customer’s only method is their default already',
  scenarios: [
    guarded,
    succeeds(200, 'the only one', onOne('POST', '/default')),
    readOnly('POST', '/default'),
    ...denied('POST', '/default'),
  ],
};
