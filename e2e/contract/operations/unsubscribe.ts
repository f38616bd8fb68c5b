import type { Contract } from '../contract.ts';
import { browse } from '../pay.ts';
import { endingTrial } from '../prepare/mail.ts';
import { refuses, succeeds } from '../scenario.ts';

const UNKNOWN = `/mail/unsubscribe/${'A'.repeat(43)}`;

export const contract: Contract = {
  operation: 'POST /mail/unsubscribe/{token}',
  access: 'by knowledge',
  events: ['mail_suppression.created'],
  scenarios: [
    succeeds(200, 'one click', async ({ owner }) =>
      browse(await endingTrial(owner), {
        method: 'POST',
        body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
      }),
    ),
    refuses(400, 'invalid_request', 'incomplete JSON', () =>
      browse(UNKNOWN, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{"List',
      }),
    ),
    refuses(404, 'not_found', 'an unknown link', () => browse(UNKNOWN, { method: 'POST' })),
  ],
};
