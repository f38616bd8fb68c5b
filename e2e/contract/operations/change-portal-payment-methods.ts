import type { Contract } from '../contract.ts';
import { opened, post } from '../prepare/public-pages.ts';
import { refuses, succeeds } from '../scenario.ts';

/** A well-formed token that was never issued. */
const UNKNOWN = 'A'.repeat(43);

export const contract: Contract = {
  operation: 'POST /portal/{token}/payment_methods',
  access: 'by knowledge',
  withoutEvents: 'a saved method publishes its own event',
  scenarios: [
    succeeds(303, 'to where one is saved', async (world) =>
      post(`${(await opened(world)).url}/payment_methods`, { action: 'add' }),
    ),
    refuses(400, 'invalid_request', 'an unknown action', async (world) =>
      post(`${(await opened(world)).url}/payment_methods`, { action: 'lend' }),
    ),
    refuses(404, 'not_found', 'an unknown link', () =>
      post(`/portal/${UNKNOWN}/payment_methods`, { action: 'add' }),
    ),
  ],
};
