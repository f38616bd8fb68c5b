import { invoiced } from '../access/fresh.ts';
import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { ofDraft, ofOpen, ofSubscription, refusals } from '../prepare/one-off-invoices.ts';
import { guarded, refuses, succeeds } from '../scenario.ts';

export const contract: Contract = {
  operation: 'POST /v1/invoices/{invoice_id}/write_off',
  access: [about('change what the account has', 'invoice', { fresh: invoiced })],
  events: ['invoice.marked_uncollectible'],
  scenarios: [
    guarded,
    succeeds(200, 'an open one', ofOpen('write_off')),
    succeeds(200, 'one of a subscription', ofSubscription('POST', 'write_off')),
    refusals('POST', 'write_off'),
    refuses(409, 'conflict', 'a draft', ofDraft('POST', 'write_off', {})),
  ],
};
