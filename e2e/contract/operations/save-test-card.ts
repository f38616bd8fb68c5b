import type { Contract } from '../contract.ts';
import { browse, CARDS } from '../pay.ts';
import { newPage } from '../prepare/payment-methods.ts';
import { refuses, succeeds } from '../scenario.ts';

const typeCard = (url: string, card_number: string) =>
  browse(url, { method: 'POST', body: new URLSearchParams({ card_number, expiry: '12/40' }) });

const UNKNOWN_PAGE = `/pay/test_cards/${'A'.repeat(43)}`;

export const contract: Contract = {
  operation: 'POST /pay/test_cards/{token}',
  access: 'by knowledge',
  withoutEvents: 'the saved method is requested from the processor after the answer',
  scenarios: [
    succeeds(303, 'a good card', async () => typeCard((await newPage()).url, CARDS.good)),
    refuses(400, 'invalid_request', 'a card that is declined', async () =>
      typeCard((await newPage()).url, CARDS.declined),
    ),
    refuses(404, 'not_found', 'an unknown link', () => typeCard(UNKNOWN_PAGE, CARDS.good)),
  ],
};
