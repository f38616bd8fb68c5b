import { invoiced } from '../access/fresh.ts';
import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { ofDraft, ofOpen, ofSubscription, refusals } from '../prepare/one-off-invoices.ts';
import { guarded, refuses, succeeds } from '../scenario.ts';

export const contract: Contract = {
  operation: 'POST /v1/invoices/{invoice_id}/mark_paid',
  access: [about('change what the account has', 'invoice', { fresh: invoiced })],
  events: ['invoice.paid', 'invoice.updated', 'payment.canceled'],
  scenarios: [
    guarded,
    succeeds(200, 'by a receipt', ofOpen('mark_paid', { reference: 'Receipt 12' })),
    succeeds(200, 'a part', ofOpen('mark_paid', { amount: 1, reference: 'Receipt 13' })),
    succeeds(200, 'more than is due', ofOpen('mark_paid', { amount: 9_000_000 })),
    succeeds(200, 'an invoice of a subscription', ofSubscription('POST', 'mark_paid')),
    refusals('POST', 'mark_paid'),
    refuses(400, 'invalid_request', 'no amount', ofOpen('mark_paid', { amount: 0 })),
    refuses(409, 'conflict', 'a draft', ofDraft('POST', 'mark_paid', {})),
  ],
};
