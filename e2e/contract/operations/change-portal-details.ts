import type { Contract } from '../contract.ts';
import { opened, post, postJson } from '../prepare/public-pages.ts';
import { refuses, succeeds } from '../scenario.ts';

/** A well-formed token that was never issued. */
const UNKNOWN = 'A'.repeat(43);

export const contract: Contract = {
  operation: 'POST /portal/{token}/details',
  access: 'by knowledge',
  events: ['customer.updated'],
  scenarios: [
    succeeds(303, 'a name', async (world) =>
      post(`${(await opened(world)).url}/details`, { name: 'Ada Lovelace' }),
    ),
    refuses(400, 'invalid_request', 'broken JSON', async (world) =>
      postJson(`${(await opened(world)).url}/details`),
    ),
    refuses(404, 'not_found', 'an unknown link', () =>
      post(`/portal/${UNKNOWN}/details`, { name: 'Ada' }),
    ),
  ],
};
