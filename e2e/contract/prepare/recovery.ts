import { call } from '../../api.ts';
import { findLink } from '../../mailbox.ts';
import { browse } from '../pay.ts';
import { hashing, must, newUser, type Person } from '../people.ts';
import type { Run } from '../scenario.ts';

const welcome = /^Welcome/;
const forgotten = /new password/;
const to = (operation: string) => operation.split(' ')[1] ?? '';

export const post = (operation: string, body: unknown, person?: Person) =>
  hashing(() =>
    person ? person.call('POST', to(operation), { body }) : call('POST', to(operation), { body }),
  );

export const sending =
  (operation: string) =>
  (body: unknown): Run =>
  () =>
    post(operation, body);

export const submit = (address: string, form: Readonly<Record<string, string>>) =>
  hashing(() => browse(address, { method: 'POST', body: new URLSearchParams(form) }));

export const submitJson = (address: string) =>
  browse(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"email":',
  });

/** A new user, and the link of their welcome mail. */
export async function welcomed() {
  const user = await newUser();
  return { user, ...(await findLink(user.email, welcome)) };
}

/** A user who requested a password reset, and the link of that mail. */
export async function forgetful() {
  const { email } = await newUser();
  await must(() => call('POST', to('POST /v1/auth/password_reset'), { body: { email } }));
  return { email, ...(await findLink(email, forgotten)) };
}
