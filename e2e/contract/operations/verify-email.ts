import { findLink } from '../../mailbox.ts';
import type { Contract } from '../contract.ts';
import { must, newUser } from '../people.ts';
import { post, sending, welcomed } from '../prepare/recovery.ts';
import { refuses, refusesEach, succeeds } from '../scenario.ts';

const VERIFY = 'POST /v1/auth/verify_email';

/** A well-formed token that was never issued. */
const UNKNOWN = 'A'.repeat(43);

export const contract: Contract = {
  operation: 'POST /v1/auth/verify_email',
  access: 'by knowledge',
  events: ['user.updated'],
  scenarios: [
    succeeds(200, 'the token of a mail', async () => {
      const { token } = await welcomed();
      return post(VERIFY, { token });
    }),
    succeeds(200, 'the code of a mail', async () => {
      const { user, code } = await welcomed();
      return post(VERIFY, { code }, user);
    }),
    refusesEach(400, 'invalid_request', sending(VERIFY), {
      nothing: {},
      'a token and a code': { token: UNKNOWN, code: '123456' },
      'an invalid code': { code: 'abcdef' },
      'broken JSON': '{"token":',
    }),
    refuses(400, 'invalid_grant', 'an unknown token', () => post(VERIFY, { token: UNKNOWN })),
    refuses(401, 'unauthorized', 'a code without a login', () => post(VERIFY, { code: '123456' })),
    refuses(409, 'email_exists', 'a new email that another user has taken meanwhile', async () => {
      const [user, other] = [await newUser(), await newUser()];
      await must(() =>
        post('POST /v1/auth/email', { email: other.email, password: user.password }, user),
      );
      const { token } = await findLink(other.email, /new email address/);
      return post(VERIFY, { token });
    }),
  ],
};
