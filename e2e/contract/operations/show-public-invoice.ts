import type { Contract } from '../contract.ts';
import { openPage } from '../pay.ts';
import { must } from '../people.ts';
import { shared } from '../prepare/public-pages.ts';
import { refuses, succeeds } from '../scenario.ts';

/** A well-formed token that was never issued. */
const UNKNOWN = 'A'.repeat(43);
const linkOf = (id: unknown) => `/v1/invoices/${id}/public_link`;

export const contract: Contract = {
  operation: 'GET /i/{token}',
  access: 'by knowledge',
  scenarios: [
    succeeds(200, 'an invoice', async (world) => openPage((await shared(world)).url)),
    refuses(404, 'not_found', 'an unknown link', () => openPage(`/i/${UNKNOWN}`)),
    refuses(404, 'not_found', 'a revoked one', async (world) => {
      const { url, invoice_id } = await shared(world);
      await must(() => world.owner.call('DELETE', linkOf(invoice_id)));
      return openPage(url);
    }),
  ],
};
