import { about, type Fresh } from '../access/recipe.ts';
import type { Side } from '../access/sides.ts';
import type { Contract } from '../contract.ts';
import { must } from '../people.ts';
import { denied, newPaymentMethod, onOne, readOnly } from '../prepare/payment-methods.ts';
import { guarded, refuses, succeeds } from '../scenario.ts';

const saving = async ({ owner }: Side): Promise<Fresh> => newPaymentMethod(owner);

export const contract: Contract = {
  operation: 'DELETE /v1/payment_methods/{payment_method_id}',
  access: [about('change what the account has', 'paymentMethod', { fresh: saving })],
  events: ['payment_method.removed'],
  scenarios: [
    guarded,
    succeeds(200, 'the only one', onOne('DELETE')),
    readOnly('DELETE'),
    refuses(404, 'not_found', 'one that was removed', async ({ owner }) => {
      const path = `/v1/payment_methods/${(await newPaymentMethod(owner)).id}`;
      await must(() => owner.call('DELETE', path));
      return owner.call('DELETE', path);
    }),
    ...denied('DELETE'),
  ],
};
