import { codeOf } from '../../authenticator.ts';
import { hashing, must, newUser, type Person } from '../people.ts';

const FACTORS = '/v1/auth/factors';

export const begin = (by: Person, password = by.password) =>
  hashing(() => by.call('POST', FACTORS, { body: { password } }));

export const confirm = (by: Person, id: string, code: string) =>
  by.call('POST', `${FACTORS}/${id}/confirm`, { body: { code } });

/** A user with a second factor, whose current code is used up. */
export async function enrolled(user?: Person) {
  const person = user ?? (await newUser());
  const { id, secret } = await must(() => begin(person));
  const { recovery_codes: recoveryCodes } = await must(() => confirm(person, id, codeOf(secret)));
  return { person, id, secret, recoveryCodes: recoveryCodes as readonly string[] };
}
