import type { Contract } from '../contract.ts';
import { openPage } from '../pay.ts';
import { shared } from '../prepare/public-pages.ts';
import { refuses, succeeds } from '../scenario.ts';

/** A well-formed token that was never issued. */
const UNKNOWN = 'A'.repeat(43);

export const contract: Contract = {
  operation: 'GET /i/{token}/pdf',
  access: 'by knowledge',
  scenarios: [
    succeeds(200, 'an invoice', async (world) => openPage(`${(await shared(world)).url}/pdf`)),
    refuses(404, 'not_found', 'an unknown link', () => openPage(`/i/${UNKNOWN}/pdf`)),
  ],
};
