import { drafted } from '../access/fresh.ts';
import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { CARDS } from '../pay.ts';
import { ofCharged, ofDraft, ofOpen, refusals } from '../prepare/one-off-invoices.ts';
import { guarded, refuses, succeeds } from '../scenario.ts';

export const contract: Contract = {
  operation: 'POST /v1/invoices/{invoice_id}/finalize',
  access: [about('change what the account has', 'draft', { fresh: drafted })],
  events: [
    'invoice.created',
    'invoice.paid',
    'invoice.payment_failed',
    'invoice.updated',
    'payment.created',
    'payment.succeeded',
    'transaction.created',
  ],
  scenarios: [
    guarded,
    succeeds(200, 'a draft', ofDraft('POST', 'finalize', {})),
    succeeds(200, 'a draft that is charged automatically', ofCharged('finalize')),
    succeeds(200, 'a draft whose charge is declined', ofCharged('finalize', CARDS.declinedLater)),
    refusals('POST', 'finalize'),
    refuses(409, 'conflict', 'an invoice that is open', ofOpen('finalize')),
  ],
};
