import { newPassword } from '@florin/system-kit';
import type { Contract } from '../contract.ts';
import { forgetful, submit, submitJson } from '../prepare/recovery.ts';
import { refuses, succeeds } from '../scenario.ts';

/** A well-formed token that was never issued. */
const UNKNOWN = 'A'.repeat(43);

export const contract: Contract = {
  operation: 'POST /auth/reset/{token}',
  access: 'by knowledge',
  events: ['session.ended', 'user.updated'],
  scenarios: [
    succeeds(200, 'a password', async () =>
      submit((await forgetful()).url, { password: newPassword() }),
    ),
    refuses(400, 'invalid_request', 'broken JSON', async () => submitJson((await forgetful()).url)),
    refuses(404, 'not_found', 'an unknown link', () =>
      submit(`/auth/reset/${UNKNOWN}`, { password: newPassword() }),
    ),
  ],
};
