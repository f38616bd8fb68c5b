import type { Contract } from '../contract.ts';
import { openPage } from '../pay.ts';
import { refuses, succeeds } from '../scenario.ts';
import { requestPayment } from '../world.ts';

/** A well-formed link that was never issued. */
const UNKNOWN = `/pay/${'A'.repeat(43)}`;

export const contract: Contract = {
  operation: 'GET /pay/{token}',
  access: 'by knowledge',
  scenarios: [
    succeeds(200, 'a request to be paid', async ({ owner }) =>
      openPage((await requestPayment(owner)).payment_url),
    ),
    refuses(404, 'not_found', 'an unknown link', () => openPage(UNKNOWN)),
    refuses(404, 'not_found', 'half a link', () => openPage('/pay/A')),
  ],
};
