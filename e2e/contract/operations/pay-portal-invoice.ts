import type { Contract } from '../contract.ts';
import { must } from '../people.ts';
import { opened, post, postJson } from '../prepare/public-pages.ts';
import { refuses, succeeds } from '../scenario.ts';
import { ABSENT, newPortalSession } from '../world.ts';

export const contract: Contract = {
  operation: 'POST /portal/{token}/invoices/{invoice_id}',
  access: 'by knowledge',
  events: ['invoice.updated', 'payment.created'],
  scenarios: [
    succeeds(303, 'to where it is paid', async (world) => {
      const { url, customer_id } = await newPortalSession(world.owner);
      const body = {
        customer_id,
        lines: [{ description: 'Roses', quantity: 1, unit_amount: 900 }],
      };
      const { id } = await must(() => world.owner.call('POST', '/v1/invoices', { body }));
      await must(() => world.owner.call('POST', `/v1/invoices/${id}/finalize`, { body: {} }));
      return post(`${url}/invoices/${id}`, {});
    }),
    refuses(400, 'invalid_request', 'broken JSON', async (world) =>
      postJson((await opened(world)).invoice),
    ),
    refuses(404, 'not_found', 'none', async (world) =>
      post(`${(await opened(world)).url}/invoices/${ABSENT.invoice}`, {}),
    ),
  ],
};
