import type { Contract } from '../contract.ts';
import { openPage } from '../pay.ts';
import { newPage } from '../prepare/payment-methods.ts';
import { refuses, succeeds } from '../scenario.ts';

const UNKNOWN_PAGE = `/pay/test_cards/${'A'.repeat(43)}`;

export const contract: Contract = {
  operation: 'GET /pay/test_cards/{token}',
  access: 'by knowledge',
  scenarios: [
    succeeds(200, 'a page that asks for a card', async () => openPage((await newPage()).url)),
    refuses(404, 'not_found', 'an unknown link', () => openPage(UNKNOWN_PAGE)),
  ],
};
