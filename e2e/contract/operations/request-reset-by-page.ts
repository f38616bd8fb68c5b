import { newEmail } from '@florin/system-kit';
import type { Contract } from '../contract.ts';
import { submit, submitJson } from '../prepare/recovery.ts';
import { refuses, succeeds } from '../scenario.ts';

export const contract: Contract = {
  operation: 'POST /auth/reset',
  access: 'by knowledge',
  withoutEvents: 'the user is looked up after the answer',
  scenarios: [
    succeeds(200, 'an email', () => submit('/auth/reset', { email: newEmail() })),
    refuses(400, 'invalid_request', 'broken JSON', () => submitJson('/auth/reset')),
  ],
};
