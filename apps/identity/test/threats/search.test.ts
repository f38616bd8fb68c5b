import { beforeAll, describe, expect, it } from 'vitest';
import { createUser, newAdmin, type Person } from '../people.ts';
import { type TestIdentity, useIdentity } from '../start-identity.ts';

const { identity } = useIdentity();

const NAMES = ['50%', 'snake_case', "O'Hara", 'back\\slash', 'Ada Lovelace', 'a"quote', 'x;--'];
const SEARCHES = [
  '%',
  '_',
  "'",
  '\\',
  '%%',
  '_____',
  '"',
  ';',
  "' or ''='",
  '50%',
  'E',
  '[a-z]',
  '.*',
];

let admin: Person;
beforeAll(async () => {
  admin = await newAdmin(identity());
  for (const name of NAMES) await createUser(identity(), undefined, { name });
});

/** Users found by a search although neither name nor email contains the text. */
async function findForeign(at: TestIdentity): Promise<readonly string[]> {
  const foreign: string[] = [];
  for (const search of SEARCHES) {
    const path = `/v1/users?limit=100&search=${encodeURIComponent(search).replaceAll("'", '%27')}`;
    const { status, body } = await at.call('GET', path, { caller: admin.caller });
    expect(status).toBe(200);
    for (const { name, email } of body.data) {
      const isFound = `${name}\n${email}`.toLowerCase().includes(search.toLowerCase());
      if (!isFound) foreign.push(`${search}: ${name}`);
    }
  }
  return foreign;
}

describe('a search', () => {
  it('finds exactly the users with that text; no character is special', async () => {
    expect(await findForeign(identity())).toEqual([]);
    const { body } = await identity().call('GET', '/v1/users?search=%25', { caller: admin.caller });
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(['50%']);
  });
});
