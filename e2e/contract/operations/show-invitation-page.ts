import type { Contract } from '../contract.ts';
import { openPage } from '../pay.ts';
import { invited } from '../prepare/teams.ts';
import { refuses, succeeds } from '../scenario.ts';

/** A well-formed token that was never issued. */
const UNKNOWN = 'A'.repeat(43);

export const contract: Contract = {
  operation: 'GET /auth/invitations/{token}',
  access: 'by knowledge',
  scenarios: [
    succeeds(200, 'the link of a mail', async (world) => openPage((await invited(world)).url)),
    refuses(404, 'not_found', 'an unknown link', () => openPage(`/auth/invitations/${UNKNOWN}`)),
  ],
};
