import { newPassword } from '@florin/system-kit';
import type { Contract } from '../contract.ts';
import { forgetful, post, sending, welcomed } from '../prepare/recovery.ts';
import { refuses, refusesEach, succeeds } from '../scenario.ts';

const CONFIRM = 'POST /v1/auth/password_reset/confirm';

/** A well-formed token that was never issued. */
const UNKNOWN = 'A'.repeat(43);

export const contract: Contract = {
  operation: 'POST /v1/auth/password_reset/confirm',
  access: 'by knowledge',
  events: ['session.ended', 'user.updated'],
  scenarios: [
    succeeds(200, 'the token of a mail', async () => {
      const { token } = await forgetful();
      return post(CONFIRM, { token, password: newPassword() });
    }),
    refusesEach(400, 'invalid_request', sending(CONFIRM), {
      'no token': { password: 'correct horse' },
      'a password that is too short': { token: UNKNOWN, password: 'short' },
      'broken JSON': '{"token":',
    }),
    refuses(400, 'invalid_grant', 'an unknown token', () =>
      post(CONFIRM, { token: UNKNOWN, password: newPassword() }),
    ),
    refuses(400, 'invalid_grant', 'a token for something else', async () => {
      const { token } = await welcomed();
      return post(CONFIRM, { token, password: newPassword() });
    }),
  ],
};
