import { newEmail } from '@florin/system-kit';
import type { Contract } from '../contract.ts';
import { bounce, notify } from '../prepare/mail.ts';
import { refuses, succeeds } from '../scenario.ts';

export const contract: Contract = {
  operation: 'POST /mail/notices/{token}',
  access: 'by knowledge',
  events: ['mail_suppression.created'],
  scenarios: [
    succeeds(200, 'mail that came back', () => bounce(newEmail())),
    refuses(400, 'invalid_request', 'unknown words', () => notify({ hello: 1 })),
    refuses(404, 'not_found', 'another user', () => notify({ notices: [] }, 'A'.repeat(26))),
  ],
};
