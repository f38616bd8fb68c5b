import type { Contract } from '../contract.ts';
import { openPage } from '../pay.ts';
import { endingTrial } from '../prepare/mail.ts';
import { refuses, succeeds } from '../scenario.ts';

const UNKNOWN = `/mail/unsubscribe/${'A'.repeat(43)}`;

export const contract: Contract = {
  operation: 'GET /mail/unsubscribe/{token}',
  access: 'by knowledge',
  scenarios: [
    succeeds(200, 'the link of a mail', async ({ owner }) => openPage(await endingTrial(owner))),
    refuses(404, 'not_found', 'an unknown link', () => openPage(UNKNOWN)),
  ],
};
