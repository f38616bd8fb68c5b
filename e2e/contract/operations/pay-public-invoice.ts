import type { Contract } from '../contract.ts';
import { post, postJson, shared } from '../prepare/public-pages.ts';
import { refuses, succeeds } from '../scenario.ts';

/** A well-formed token that was never issued. */
const UNKNOWN = 'A'.repeat(43);

export const contract: Contract = {
  operation: 'POST /i/{token}',
  access: 'by knowledge',
  events: ['invoice.updated', 'payment.created'],
  scenarios: [
    succeeds(303, 'to where it is paid', async (world) => post((await shared(world)).url, {})),
    refuses(400, 'invalid_request', 'broken JSON', async (world) =>
      postJson((await shared(world)).url),
    ),
    refuses(404, 'not_found', 'an unknown link', () => post(`/i/${UNKNOWN}`, {})),
  ],
};
