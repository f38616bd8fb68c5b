import type { Contract } from '../contract.ts';
import { browse, CARDS, pay } from '../pay.ts';
import { refuses, succeeds } from '../scenario.ts';
import { requestPayment } from '../world.ts';

/** A well-formed link that was never issued. */
const UNKNOWN = `/pay/${'A'.repeat(43)}`;

export const contract: Contract = {
  operation: 'POST /pay/{token}',
  access: 'by knowledge',
  events: ['payment.succeeded', 'transaction.created'],
  scenarios: [
    succeeds(303, 'a good card', async ({ owner }) =>
      pay((await requestPayment(owner)).payment_url, CARDS.good),
    ),
    refuses(400, 'invalid_request', 'JSON', async ({ owner }) =>
      browse((await requestPayment(owner)).payment_url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{"card_number":',
      }),
    ),
    refuses(404, 'not_found', 'an unknown link', () => pay(UNKNOWN, CARDS.good)),
  ],
};
