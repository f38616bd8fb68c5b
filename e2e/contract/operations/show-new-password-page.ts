import type { Contract } from '../contract.ts';
import { openPage } from '../pay.ts';
import { forgetful } from '../prepare/recovery.ts';
import { refuses, succeeds } from '../scenario.ts';

/** A well-formed token that was never issued. */
const UNKNOWN = 'A'.repeat(43);

export const contract: Contract = {
  operation: 'GET /auth/reset/{token}',
  access: 'by knowledge',
  scenarios: [
    succeeds(200, 'the link of a mail', async () => openPage((await forgetful()).url)),
    refuses(404, 'not_found', 'an unknown link', () => openPage(`/auth/reset/${UNKNOWN}`)),
  ],
};
