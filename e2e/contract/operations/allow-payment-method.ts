import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { denied, newDisputedMethod, onOne, readOnly } from '../prepare/payment-methods.ts';
import { guarded, succeeds } from '../scenario.ts';

export const contract: Contract = {
  operation: 'POST /v1/payment_methods/{payment_method_id}/allow',
  access: [about('change what the account has', 'paymentMethod')],
  events: ['payment_method.updated'],
  scenarios: [
    guarded,
    succeeds(200, 'a disputed one', async ({ owner }) =>
      owner.call('POST', `/v1/payment_methods/${(await newDisputedMethod(owner)).id}/allow`),
    ),
    succeeds(200, 'an undisputed one', onOne('POST', '/allow')),
    readOnly('POST', '/allow'),
    ...denied('POST', '/allow'),
  ],
};
