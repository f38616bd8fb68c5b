import { asNewUser } from '../access/fresh.ts';
import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { must, newUser } from '../people.ts';
import { post, welcomed } from '../prepare/recovery.ts';
import { needsToken, refuses, succeeds } from '../scenario.ts';

const SEND = 'POST /v1/auth/verify_email/send';
const to = (operation: string) => operation.split(' ')[1] ?? '';

export const contract: Contract = {
  operation: 'POST /v1/auth/verify_email/send',
  access: [
    about('own sessions', undefined, {
      fresh: async (side, caller) => ({ ...(await asNewUser(side, caller)), body: {} }),
    }),
  ],
  events: ['email_confirmation.requested'],
  scenarios: [
    needsToken,
    succeeds(200, 'an unverified email', async () => (await newUser()).call('POST', to(SEND))),
    refuses(400, 'invalid_request', 'incomplete JSON', ({ owner }) =>
      owner.call('POST', to(SEND), { body: '{"email":' }),
    ),
    refuses(403, 'forbidden', 'an API key', ({ key }) => key.call('POST', to(SEND))),
    refuses(409, 'conflict', 'one that is verified', async () => {
      const { user, token } = await welcomed();
      await must(() => post('POST /v1/auth/verify_email', { token }));
      return user.call('POST', to(SEND));
    }),
  ],
};
