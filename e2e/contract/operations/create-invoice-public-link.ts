import { invoiced } from '../access/fresh.ts';
import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { guarded, refuses, succeeds } from '../scenario.ts';
import { ABSENT, newDraft, subscribe } from '../world.ts';

const linkOf = (id: unknown) => `/v1/invoices/${id}/public_link`;

export const contract: Contract = {
  operation: 'POST /v1/invoices/{invoice_id}/public_link',
  access: [about('change what the account has', 'invoice', { fresh: invoiced })],
  withoutEvents: 'only the seller shares the link to a page',
  scenarios: [
    guarded,
    succeeds(200, 'an open invoice', async ({ owner }) => {
      const { latest_invoice_id } = await subscribe(owner);
      return owner.call('POST', linkOf(latest_invoice_id));
    }),
    refuses(400, 'invalid_request', 'a body that is no object', async ({ owner }) => {
      const { latest_invoice_id } = await subscribe(owner);
      return owner.call('POST', linkOf(latest_invoice_id), { body: '[1]' });
    }),
    refuses(403, 'forbidden', 'the platform, which only reads', async ({ owner, platform }) => {
      const { latest_invoice_id } = await subscribe(owner);
      return platform.call('POST', linkOf(latest_invoice_id));
    }),
    refuses(404, 'not_found', 'none', ({ owner }) => owner.call('POST', linkOf(ABSENT.invoice))),
    refuses(409, 'conflict', 'a draft', async ({ owner }) =>
      owner.call('POST', linkOf((await newDraft(owner)).id)),
    ),
  ],
};
