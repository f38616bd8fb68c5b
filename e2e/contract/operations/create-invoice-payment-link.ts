import { invoiced } from '../access/fresh.ts';
import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { CARDS, pay } from '../pay.ts';
import { must, type Owner } from '../people.ts';
import { by, guarded, refuses, succeeds } from '../scenario.ts';
import { ABSENT, subscribe } from '../world.ts';

const linkOf = (invoice: unknown) => `/v1/invoices/${invoice}/payment_link`;

/** An invoice that was sent, as its seller sees it. */
async function sendInvoice(owner: Owner) {
  const { latest_invoice_id } = await subscribe(owner);
  return must(() => owner.call('GET', `/v1/invoices/${latest_invoice_id}`));
}

export const contract: Contract = {
  operation: 'POST /v1/invoices/{invoice_id}/payment_link',
  access: [about('change what the account has', 'invoice', { fresh: invoiced })],
  events: ['invoice.updated', 'payment.created'],
  scenarios: [
    guarded,
    succeeds(200, 'an open invoice', async ({ owner }) => {
      const { id } = await sendInvoice(owner);
      return owner.call('POST', linkOf(id));
    }),
    succeeds(200, 'one whose page was declined too often', async ({ owner }) => {
      const { id, payment_url } = await sendInvoice(owner);
      for (let tries = 1; tries <= 5; tries += 1) await pay(payment_url, CARDS.declined);
      return owner.call('POST', linkOf(id));
    }),
    refuses(400, 'invalid_request', 'a body that is no object', async ({ owner }) => {
      const { id } = await sendInvoice(owner);
      return owner.call('POST', linkOf(id), { body: '[1]' });
    }),
    refuses(403, 'forbidden', 'the platform, which only reads', async ({ owner, platform }) => {
      const { id } = await sendInvoice(owner);
      return platform.call('POST', linkOf(id));
    }),
    refuses(404, 'not_found', 'no such invoice', by('owner', 'POST', linkOf(ABSENT.invoice))),
    refuses(404, 'not_found', 'a malformed id', ({ owner }) => owner.call('POST', linkOf('last'))),
    refuses(404, 'not_found', 'an invoice of another account', async ({ owner, stranger }) => {
      const { id } = await sendInvoice(owner);
      return stranger.call('POST', linkOf(id));
    }),
    refuses(409, 'conflict', 'an invoice that is void', async ({ owner }) => {
      const { id } = await sendInvoice(owner);
      await must(() => owner.call('POST', `/v1/invoices/${id}/void`));
      return owner.call('POST', linkOf(id));
    }),
  ],
};
