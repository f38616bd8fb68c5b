import type { Contract } from '../contract.ts';
import { openPage } from '../pay.ts';
import { opened } from '../prepare/public-pages.ts';
import { refuses, succeeds } from '../scenario.ts';

/** A well-formed token that was never issued. */
const UNKNOWN = 'A'.repeat(43);

export const contract: Contract = {
  operation: 'GET /portal/{token}/details',
  access: 'by knowledge',
  scenarios: [
    succeeds(200, 'a form', async (world) => openPage(`${(await opened(world)).url}/details`)),
    refuses(404, 'not_found', 'an unknown link', () => openPage(`/portal/${UNKNOWN}/details`)),
  ],
};
