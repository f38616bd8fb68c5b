import { invoiced } from '../access/fresh.ts';
import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { shared } from '../prepare/public-pages.ts';
import { guarded, refuses, succeeds } from '../scenario.ts';
import { ABSENT, subscribe } from '../world.ts';

const linkOf = (id: unknown) => `/v1/invoices/${id}/public_link`;

export const contract: Contract = {
  operation: 'DELETE /v1/invoices/{invoice_id}/public_link',
  access: [about('change what the account has', 'invoice', { fresh: invoiced })],
  withoutEvents: 'only the seller shares the link to a page',
  scenarios: [
    guarded,
    succeeds(200, 'once there is one', async (world) => {
      const { invoice_id } = await shared(world);
      return world.owner.call('DELETE', linkOf(invoice_id));
    }),
    refuses(403, 'forbidden', 'the platform, which only reads', async ({ owner, platform }) => {
      const { latest_invoice_id } = await subscribe(owner);
      return platform.call('DELETE', linkOf(latest_invoice_id));
    }),
    refuses(404, 'not_found', 'none', ({ owner }) => owner.call('DELETE', linkOf(ABSENT.invoice))),
  ],
};
