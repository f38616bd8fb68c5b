import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { unknownTo } from '../prepare/payments.ts';
import { needsScope, needsToken, succeeds } from '../scenario.ts';

const at = (id: string, rest = '') => `/v1/payments/${id}${rest}`;

export const contract: Contract = {
  operation: 'GET /v1/payments/{payment_id}',
  access: [about('read what the account has', 'payment')],
  scenarios: [
    needsToken,
    succeeds(200, 'a payment request', ({ member, objects }) =>
      member.call('GET', at(objects.paymentId)),
    ),
    needsScope,
    unknownTo('GET'),
  ],
};
