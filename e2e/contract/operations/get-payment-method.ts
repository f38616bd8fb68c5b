import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { denied, onOne } from '../prepare/payment-methods.ts';
import { needsToken, succeeds } from '../scenario.ts';

export const contract: Contract = {
  operation: 'GET /v1/payment_methods/{payment_method_id}',
  access: [about('read what the account has', 'paymentMethod')],
  scenarios: [
    needsToken,
    succeeds(
      200,
      'a payment method',
      onOne('GET', '', ({ member }) => member),
    ),
    ...denied('GET'),
  ],
};
