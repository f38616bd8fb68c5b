import { newEmail } from '@florin/system-kit';
import type { Contract } from '../contract.ts';
import { newUser } from '../people.ts';
import { post, sending } from '../prepare/recovery.ts';
import { refusesEach, succeeds } from '../scenario.ts';

const RESET = 'POST /v1/auth/password_reset';

export const contract: Contract = {
  operation: 'POST /v1/auth/password_reset',
  access: 'by knowledge',
  events: ['email_confirmation.requested'],
  scenarios: [
    succeeds(200, 'of a user', async () => post(RESET, { email: (await newUser()).email })),
    succeeds(200, 'of an unknown email', () => post(RESET, { email: newEmail() })),
    refusesEach(400, 'invalid_request', sending(RESET), {
      'no email': {},
      'an invalid email': { email: 'ada' },
      'broken JSON': '{"email":',
    }),
  ],
};
