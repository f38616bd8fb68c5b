import { newId } from '@florin/contracts';
import { findMail } from '../../mailbox.ts';
import type { Contract } from '../contract.ts';
import { openPage } from '../pay.ts';
import { refuses, succeeds } from '../scenario.ts';
import { requestPayment } from '../world.ts';

export const contract: Contract = {
  operation: 'GET /dev/mail/{mail_id}',
  access: 'by knowledge',
  scenarios: [
    succeeds(200, 'a mail', async ({ owner }) => {
      const customer_email = `${newId()}@example.com`;
      await requestPayment(owner, { customer_email });
      return openPage(await findMail(customer_email));
    }),
    refuses(404, 'not_found', 'a mail that never came', () => openPage(`/dev/mail/${newId()}`)),
    refuses(404, 'not_found', 'no id', () => openPage('/dev/mail/x')),
  ],
};
