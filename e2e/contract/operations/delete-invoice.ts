import { drafted } from '../access/fresh.ts';
import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { ofDraft, ofSubscription, refusals } from '../prepare/one-off-invoices.ts';
import { guarded, refuses, succeeds } from '../scenario.ts';

export const contract: Contract = {
  operation: 'DELETE /v1/invoices/{invoice_id}',
  access: [about('change what the account has', 'draft', { fresh: drafted })],
  withoutEvents: 'a draft concerns its seller only',
  scenarios: [
    guarded,
    succeeds(200, 'a draft', ofDraft('DELETE', '')),
    refusals('DELETE', ''),
    refuses(409, 'conflict', 'an invoice of a subscription', ofSubscription('DELETE', '')),
  ],
};
