import { unsold } from '../access/fresh.ts';
import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { newOwner } from '../people.ts';
import { beyondReach, end, endOfSubscribed } from '../prepare/customers-ending.ts';
import { guarded, refuses, succeeds } from '../scenario.ts';
import { newDraft } from '../world.ts';

export const contract: Contract = {
  operation: 'POST /v1/customers/{customer_id}/anonymize',
  access: [about('change what the account has', 'customer', { fresh: unsold })],
  events: ['customer.anonymized'],
  scenarios: [
    guarded,
    succeeds(200, 'a customer', end('anonymize')),
    succeeds(200, 'an anonymized customer', end('anonymize', 'anonymize')),
    beyondReach('anonymize'),
    refuses(409, 'conflict', 'a live subscription', endOfSubscribed('anonymize')),
    refuses(409, 'conflict', 'a draft invoice', async () => {
      const owner = await newOwner();
      const { customer_id } = await newDraft(owner);
      return owner.call('POST', `/v1/customers/${customer_id}/anonymize`);
    }),
  ],
};
