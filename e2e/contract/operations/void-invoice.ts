import { invoiced } from '../access/fresh.ts';
import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { must } from '../people.ts';
import { by, guarded, refuses, succeeds } from '../scenario.ts';
import { ABSENT, subscribe, type World } from '../world.ts';

/** Voids a new invoice. */
async function voidInvoice({ owner }: World, body: unknown = {}) {
  const { latest_invoice_id } = await subscribe(owner);
  return owner.call('POST', `/v1/invoices/${latest_invoice_id}/void`, { body });
}

export const contract: Contract = {
  operation: 'POST /v1/invoices/{invoice_id}/void',
  access: [about('change what the account has', 'invoice', { fresh: invoiced })],
  events: ['invoice.voided', 'subscription.canceled'],
  scenarios: [
    guarded,
    succeeds(200, 'an open invoice', voidInvoice),
    succeeds(200, 'one whose subscription is kept', (world) =>
      voidInvoice(world, { subscription_action: 'keep' }),
    ),
    refuses(400, 'invalid_request', 'an unknown option', (world) =>
      voidInvoice(world, { subscription_action: 'pause' }),
    ),
    refuses(400, 'invalid_request', 'a body that is no object', async (world) =>
      voidInvoice(world, '[1]'),
    ),
    refuses(403, 'forbidden', 'the platform, which only reads', async ({ owner, platform }) => {
      const { latest_invoice_id } = await subscribe(owner);
      return platform.call('POST', `/v1/invoices/${latest_invoice_id}/void`, { body: {} });
    }),
    refuses(404, 'not_found', 'no such invoice', ({ owner }) =>
      owner.call('POST', `/v1/invoices/${ABSENT.invoice}/void`),
    ),
    refuses(404, 'not_found', 'a malformed id', by('owner', 'POST', '/v1/invoices/last/void')),
    refuses(404, 'not_found', 'an invoice of another account', async ({ owner, stranger }) => {
      const { latest_invoice_id } = await subscribe(owner);
      return stranger.call('POST', `/v1/invoices/${latest_invoice_id}/void`);
    }),
    refuses(409, 'conflict', 'an invoice that is void', async ({ owner }) => {
      const { latest_invoice_id } = await subscribe(owner);
      const path = `/v1/invoices/${latest_invoice_id}/void`;
      await must(() => owner.call('POST', path));
      return owner.call('POST', path);
    }),
  ],
};
