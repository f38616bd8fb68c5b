import { newId } from '@florin/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createUser } from '../people.ts';
import {
  createIdentityDatabase,
  startIdentity,
  type TestDatabase,
  type TestIdentity,
} from '../start-identity.ts';

const PARALLEL = 50;

let database: TestDatabase;
let identity: TestIdentity;
beforeAll(async () => {
  database = await createIdentityDatabase();
  identity = await startIdentity(database.url);
});
afterAll(async () => {
  await identity.stop();
  await database.drop();
});

/** Ways to write one email address. */
function formsOf(name: string): readonly string[] {
  return [
    `${name}@example.com`,
    `  ${name}@example.com\t`,
    `${name.toUpperCase()}@EXAMPLE.COM`,
    `${name}@Example.Com`,
    // The Kelvin sign is a K, and full-width letters are letters, to whoever looks up a domain.
    `${name}@example.com`.replace('example', '\uff45xample'),
  ];
}

/** Creates users with all forms of one address at once; returns how many were one too many. */
async function countSecondUsers(at: TestIdentity): Promise<number> {
  const forms = formsOf(`u${newId()}`);
  const answers = await Promise.all(
    Array.from({ length: PARALLEL }, (_, index) =>
      createUser(at, undefined, { email: forms[index % forms.length] }),
    ),
  );
  const created = answers.filter(({ status }) => status === 201).length;
  const others = answers.filter(({ status }) => status !== 201);
  for (const { status, body } of others)
    expect([status, body.error]).toEqual([409, 'email_exists']);
  expect(created).toBeGreaterThan(0);
  return created - 1;
}

it('an address has one user, however it is written', async () => {
  for (let round = 0; round < 5; round += 1) expect(await countSecondUsers(identity)).toBe(0);
});

it.each([
  ['a letter with an accent', 'jo\u0308rg@example.com', 'jorg@example.com'],
  ['a dotless i', 'ad\u0131n@example.com', 'adin@example.com'],
  ['a Kelvin sign', '\u212aelvin@example.com', 'kelvin@example.com'],
  ['a zero-width space', 'ada\u200b@example.com', 'ada@example.com'],
  ['another script', '\u0430da@example.com', 'ada@example.com'],
])('an address that only looks like another is refused: %s', async (_what, email, other) => {
  const { status, body } = await createUser(identity, undefined, { email });
  expect([status, body.error]).toEqual([400, 'invalid_request']);
  expect((await createUser(identity, undefined, { email: other })).status).toBeOneOf([201, 409]);
});

it.each([
  ['b\u00fccher.example', 'xn--bcher-kva.example'],
  ['BU\u0308CHER.example', 'xn--bcher-kva.example'],
  ['\u212aelvin.example', 'kelvin.example'],
])('a domain has one form: %s', async (domain, canonical) => {
  const name = `u${newId()}`;
  const { body } = await createUser(identity, undefined, { email: `${name}@${domain}` });
  expect(body.email).toBe(`${name}@${canonical}`);
});

it('one would have more if its forms were kept apart: the test would notice', async () => {
  let forms = 0;
  const apart = await startIdentity(database.url, {
    wrapOperations: (operations) => ({
      ...operations,
      createUser: (caller, request, ...rest) => {
        forms += 1;
        return operations.createUser(
          caller,
          { ...request, email: `${forms}.${request.email}` },
          ...rest,
        );
      },
    }),
  });
  expect(await countSecondUsers(apart)).toBeGreaterThan(0);
  await apart.stop();
});
