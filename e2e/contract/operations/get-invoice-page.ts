import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { ofDraft } from '../prepare/one-off-invoices.ts';
import { needsScope, needsToken, refuses, succeeds } from '../scenario.ts';
import { ABSENT, subscribe } from '../world.ts';

export const contract: Contract = {
  operation: 'GET /v1/invoices/{invoice_id}/page',
  access: [about('read what the account has', 'invoice')],
  scenarios: [
    succeeds(200, 'a draft', ofDraft('GET', 'page')),
    needsToken,
    succeeds(200, 'an invoice', async ({ owner }) => {
      const { latest_invoice_id } = await subscribe(owner);
      return owner.call('GET', `/v1/invoices/${latest_invoice_id}/page`);
    }),
    needsScope,
    refuses(404, 'not_found', 'no such invoice', ({ owner }) =>
      owner.call('GET', `/v1/invoices/${ABSENT.invoice}/page`),
    ),
    refuses(404, 'not_found', 'an invoice of another account', async ({ owner, stranger }) => {
      const { latest_invoice_id } = await subscribe(owner);
      return stranger.call('GET', `/v1/invoices/${latest_invoice_id}/page`);
    }),
  ],
};
