import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { ofDraft, ofSubscription, refusals } from '../prepare/one-off-invoices.ts';
import { guarded, refuses, succeeds } from '../scenario.ts';

export const contract: Contract = {
  operation: 'PATCH /v1/invoices/{invoice_id}',
  access: [about('change what the account has', 'draft', { body: { due_days: 7 } })],
  withoutEvents: 'a draft concerns its seller only',
  scenarios: [
    guarded,
    succeeds(200, 'the lines of a draft', ofDraft('PATCH', '', { lines: [], memo: 'For March' })),
    refusals('PATCH', ''),
    refuses(409, 'conflict', 'an invoice of a subscription', ofSubscription('PATCH', '')),
  ],
};
