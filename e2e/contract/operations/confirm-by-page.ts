import type { Contract } from '../contract.ts';
import { submit, submitJson, welcomed } from '../prepare/recovery.ts';
import { refuses, succeeds } from '../scenario.ts';

/** A well-formed token that was never issued. */
const UNKNOWN = 'A'.repeat(43);

export const contract: Contract = {
  operation: 'POST /auth/confirm/{token}',
  access: 'by knowledge',
  events: ['user.updated'],
  scenarios: [
    succeeds(200, 'the button', async () => submit((await welcomed()).url, {})),
    refuses(400, 'invalid_request', 'broken JSON', async () => submitJson((await welcomed()).url)),
    refuses(404, 'not_found', 'an unknown link', () => submit(`/auth/confirm/${UNKNOWN}`, {})),
  ],
};
