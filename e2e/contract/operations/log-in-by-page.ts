import type { Contract } from '../contract.ts';
import { browse } from '../pay.ts';
import { hashing, newUser } from '../people.ts';
import { refuses, succeeds } from '../scenario.ts';

const PAGE = '/auth/login';

const submit = (form: Readonly<Record<string, string>>) =>
  hashing(() => browse(PAGE, { method: 'POST', body: new URLSearchParams(form) }));

export const contract: Contract = {
  operation: 'POST /auth/login',
  access: 'by knowledge',
  events: ['session.created'],
  scenarios: [
    succeeds(200, 'the right password', async () => {
      const { email, password } = await newUser();
      return submit({ email, password });
    }),
    succeeds(200, 'a wrong password', async () =>
      submit({ email: (await newUser()).email, password: 'another battery' }),
    ),
    succeeds(303, 'with a page to go to', async () => {
      const { email, password } = await newUser();
      return submit({ email, password, return_to: '/console' });
    }),
    refuses(400, 'invalid_request', 'broken JSON', () =>
      browse(PAGE, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{"email":',
      }),
    ),
  ],
};
