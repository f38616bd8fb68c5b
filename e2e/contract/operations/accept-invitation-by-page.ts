import { newPassword } from '@florin/system-kit';
import type { Contract } from '../contract.ts';
import { browse } from '../pay.ts';
import { hashing } from '../people.ts';
import { invited } from '../prepare/teams.ts';
import { refuses, succeeds } from '../scenario.ts';

/** A well-formed token that was never issued. */
const UNKNOWN = 'A'.repeat(43);

const submit = (address: string, form: Readonly<Record<string, string>>) =>
  hashing(() => browse(address, { method: 'POST', body: new URLSearchParams(form) }));

export const contract: Contract = {
  operation: 'POST /auth/invitations/{token}',
  access: 'by knowledge',
  events: ['invitation.accepted', 'user.created'],
  scenarios: [
    succeeds(200, 'a password', async (world) =>
      submit((await invited(world)).url, { password: newPassword() }),
    ),
    refuses(400, 'invalid_request', 'broken JSON', async (world) =>
      browse((await invited(world)).url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{"password":',
      }),
    ),
    refuses(404, 'not_found', 'an unknown link', () =>
      submit(`/auth/invitations/${UNKNOWN}`, { password: newPassword() }),
    ),
  ],
};
