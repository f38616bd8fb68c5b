import { expect, it } from 'vitest';
import { createUser } from '../people.ts';
import { type TestIdentity, useIdentity } from '../start-identity.ts';
import { newEmail } from '../steps.ts';

const { identity } = useIdentity();

const long = 'x'.repeat(72);

/** Pairs of different passwords. */
const pairs = [
  [`${long}a`, `${long}b`],
  [`${long}${long}${long}a`, `${long}${long}${long}b`],
  [long, `${long}x`],
  ['\u{1F511}'.repeat(30), '\u{1F511}'.repeat(31)],
  ['correct horse', 'correct horse '],
  ['correct horse', 'Correct horse'],
  ['pässword', 'password'],
  ['straße und haus', 'strasse und haus'],
  ['ıstanbul 1453', 'istanbul 1453'],
  ['12345678', '12345679'],
] as const;

/** Counts the pairs in which one password matches the other's hash. */
async function countMatches(at: TestIdentity): Promise<number> {
  const matches = await Promise.all(
    pairs.map(async ([password, other]) => {
      const email = newEmail();
      expect((await createUser(at, undefined, { email, password })).status).toBe(201);
      const logIn = (tried: string) =>
        at.call('POST', '/v1/auth/login', { body: { email, password: tried } });
      expect((await logIn(password)).status).toBe(200);
      return (await logIn(other)).status === 200;
    }),
  );
  return matches.filter(Boolean).length;
}

it('no two different passwords match', async () => {
  expect(await countMatches(identity())).toBe(0);
});

it('the same characters in another composition are the same password', async () => {
  const email = newEmail();
  await createUser(identity(), undefined, { email, password: 'a\u0308pfel und \ufb01sche' });
  const answer = await identity().call('POST', '/v1/auth/login', {
    body: { email, password: '\u00e4pfel und fische' },
  });
  expect(answer.status).toBe(200);
});
