import { unsold } from '../access/fresh.ts';
import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { beyondReach, end, endOfSubscribed } from '../prepare/customers-ending.ts';
import { guarded, refuses, succeeds } from '../scenario.ts';

export const contract: Contract = {
  operation: 'POST /v1/customers/{customer_id}/archive',
  access: [about('change what the account has', 'customer', { fresh: unsold })],
  events: ['customer.updated'],
  scenarios: [
    guarded,
    succeeds(200, 'a customer', end('archive')),
    succeeds(200, 'an archived customer', end('archive', 'archive')),
    beyondReach('archive'),
    refuses(409, 'conflict', 'a live subscription', endOfSubscribed('archive')),
  ],
};
