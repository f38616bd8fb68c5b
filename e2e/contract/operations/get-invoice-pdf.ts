import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { ofDraft, pathOf } from '../prepare/one-off-invoices.ts';
import { needsScope, needsToken, refuses, succeeds } from '../scenario.ts';
import { ABSENT } from '../world.ts';

export const contract: Contract = {
  operation: 'GET /v1/invoices/{invoice_id}/pdf',
  access: [about('read what the account has', 'invoice')],
  scenarios: [
    needsToken,
    succeeds(200, 'a draft', ofDraft('GET', 'pdf')),
    needsScope,
    refuses(404, 'not_found', 'no such invoice', ({ owner }) =>
      owner.call('GET', pathOf(ABSENT.invoice, 'pdf')),
    ),
  ],
};
