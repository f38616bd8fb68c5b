import { randomBytes } from 'node:crypto';
import { query } from '../../database.ts';
import type { Contract } from '../contract.ts';
import { openPage } from '../pay.ts';
import { newUser } from '../people.ts';
import { refuses, succeeds } from '../scenario.ts';

/** A well-formed token that was never issued. */
const UNKNOWN = 'A'.repeat(43);

export const contract: Contract = {
  operation: 'GET /auth/once/{token}',
  access: 'by knowledge',
  scenarios: [
    succeeds(303, 'the link of a start', async () => {
      const { email } = await newUser();
      const token = randomBytes(32).toString('base64url');
      await query(
        'identity',
        `insert into identity.login_links
         select sha256($1), id, now() + interval '1 minute' from identity.users where email = $2`,
        [Buffer.from(token), email],
      );
      return openPage(`/auth/once/${token}`);
    }),
    refuses(404, 'not_found', 'an unknown link', () => openPage(`/auth/once/${UNKNOWN}`)),
  ],
};
