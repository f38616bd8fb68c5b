import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { needsScope, needsToken, refuses, succeeds } from '../scenario.ts';
import { ABSENT, subscribe } from '../world.ts';

export const contract: Contract = {
  operation: 'GET /v1/invoices/{invoice_id}',
  access: [about('read what the account has', 'invoice')],
  scenarios: [
    needsToken,
    succeeds(200, 'an invoice', async ({ owner }) => {
      const { latest_invoice_id } = await subscribe(owner);
      return owner.call('GET', `/v1/invoices/${latest_invoice_id}`);
    }),
    needsScope,
    refuses(404, 'not_found', 'no such invoice', ({ owner }) =>
      owner.call('GET', `/v1/invoices/${ABSENT.invoice}`),
    ),
    refuses(404, 'not_found', 'an invoice of another account', async ({ owner, stranger }) => {
      const { latest_invoice_id } = await subscribe(owner);
      return stranger.call('GET', `/v1/invoices/${latest_invoice_id}`);
    }),
  ],
};
