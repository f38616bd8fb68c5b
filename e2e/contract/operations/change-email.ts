import { newEmail } from '@florin/system-kit';
import { asNewUser } from '../access/fresh.ts';
import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { newUser } from '../people.ts';
import { post } from '../prepare/recovery.ts';
import { needsToken, refuses, succeeds } from '../scenario.ts';

const EMAIL = 'POST /v1/auth/email';
const to = (operation: string) => operation.split(' ')[1] ?? '';

export const contract: Contract = {
  operation: 'POST /v1/auth/email',
  access: [
    about('own sessions', undefined, {
      fresh: asNewUser,
      body: { email: 'ada@example.com', password: 'correct horse' },
    }),
  ],
  events: ['email_confirmation.requested'],
  scenarios: [
    needsToken,
    succeeds(200, 'another email', async () => {
      const user = await newUser();
      return post(EMAIL, { email: newEmail(), password: user.password }, user);
    }),
    refuses(400, 'invalid_request', 'the same email', async () => {
      const user = await newUser();
      return post(EMAIL, { email: user.email, password: user.password }, user);
    }),
    refuses(400, 'invalid_request', 'no email', async () => {
      const user = await newUser();
      return post(EMAIL, { password: user.password }, user);
    }),
    refuses(403, 'forbidden', 'an API key', ({ key }) =>
      key.call('POST', to(EMAIL), { body: { email: newEmail(), password: 'correct horse' } }),
    ),
    refuses(401, 'invalid_credentials', 'a wrong password', async () => {
      const user = await newUser();
      return post(EMAIL, { email: newEmail(), password: 'wrong horse' }, user);
    }),
  ],
};
