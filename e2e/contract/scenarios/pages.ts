import { newId } from '@florin/contracts';
import { findMail } from '../../mailbox.ts';
import { browse, CARDS, openPage, pay } from '../pay.ts';
import { refuses, scenarios, succeeds } from '../scenario.ts';
import { requestPayment } from '../world.ts';

/** A well-formed link that was never issued. */
const UNKNOWN = `/pay/${'A'.repeat(43)}`;

export const pageScenarios = [
  ...scenarios(
    'GET /pay/{token}',
    succeeds(200, 'a request to be paid', async ({ owner }) =>
      openPage((await requestPayment(owner)).payment_url),
    ),
    refuses(404, 'not_found', 'an unknown link', () => openPage(UNKNOWN)),
    refuses(404, 'not_found', 'half a link', () => openPage('/pay/A')),
  ),
  ...scenarios(
    'GET /pay/page.css',
    succeeds(200, 'the style', () => openPage('/pay/page.css')),
  ),
  ...scenarios(
    'GET /pay/page.js',
    succeeds(200, 'the script', () => openPage('/pay/page.js')),
  ),
  ...scenarios(
    'GET /dev/mail',
    succeeds(200, 'what has arrived', () => openPage('/dev/mail')),
  ),
  ...scenarios(
    'GET /dev/mail/{mail_id}',
    succeeds(200, 'a mail', async ({ owner }) => {
      const customer_email = `${newId()}@example.com`;
      await requestPayment(owner, { customer_email });
      return openPage(await findMail(customer_email));
    }),
    refuses(404, 'not_found', 'a mail that never came', () => openPage(`/dev/mail/${newId()}`)),
    refuses(404, 'not_found', 'no id', () => openPage('/dev/mail/x')),
  ),
  ...scenarios(
    'POST /pay/{token}',
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
  ),
];
