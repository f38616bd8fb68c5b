import { newId } from '@florin/contracts';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUser, newUser } from '../people.ts';
import {
  createIdentityDatabase,
  startIdentity,
  type TestDatabase,
  type TestIdentity,
} from '../start-identity.ts';
import { newEmail, openAccount } from '../steps.ts';

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

/** Different spellings of one email address. */
function formsOf(name: string): readonly string[] {
  return [
    `${name}@example.com`,
    `  ${name}@example.com\t`,
    `${name.toUpperCase()}@EXAMPLE.COM`,
    `${name}@Example.Com`,
    // For DNS the Kelvin sign is a K, and full-width letters equal ASCII ones.
    `${name}@example.com`.replace('example', '\uff45xample'),
  ];
}

/**
 * Creates users with all forms of one address concurrently; returns the number of surplus users.
 * Every other call must get a clean refusal or a retry.
 */
async function countSecondUsers(at: TestIdentity): Promise<number> {
  const forms = formsOf(`u${newId()}`);
  const answers = await Promise.all(
    Array.from({ length: PARALLEL }, (_, index) =>
      createUser(at, undefined, { email: forms[index % forms.length] }),
    ),
  );
  const created = answers.filter(({ status }) => status === 201).length;
  const others = answers.filter(({ status }) => status !== 201);
  for (const { status, body, headers } of others)
    expect([
      [409, 'email_exists', null],
      [409, 'conflict', '1'],
      [429, 'rate_limited', '1'],
    ]).toContainEqual([status, body.error, headers.get('retry-after')]);
  expect(created).toBeGreaterThan(0);
  return created - 1;
}

it('an address has one user, in all of its forms', async () => {
  for (let round = 0; round < 3; round += 1) expect(await countSecondUsers(identity)).toBe(0);
});

describe('a request for an address locked by another transaction', () => {
  async function holding<Result>(statement: string, email: string, work: () => Promise<Result>) {
    const other = new Client({
      connectionString: database.url,
      // Longer than other transactions wait for the lock.
      idle_in_transaction_session_timeout: 60_000,
    });
    await other.connect();
    try {
      await other.query('begin');
      await other.query(statement, [email]);
      return await work();
    } finally {
      await other.end();
    }
  }

  it('409 email_exists at once if another user already has it', async () => {
    const { body } = await createUser(identity, undefined);
    const statement = 'select from emails where email = $1 for update';
    const answers = await holding(statement, body.email, () =>
      Promise.all([
        createUser(identity, undefined, { email: body.email }),
        openAccount(identity, { email: body.email }).catch(({ code }) => code),
      ]),
    );
    expect([answers[0].status, answers[0].body.error]).toEqual([409, 'email_exists']);
    expect(answers[1]).toBe('email_exists');
    // The lock is held until both have answered; a request that waited would get a conflict.
  });

  it('409 conflict with a retry, if the other transaction takes long', async () => {
    const email = newEmail();
    const statement = 'insert into emails (email, account_id) values ($1, gen_random_uuid())';
    const create = () => createUser(identity, undefined, { email });
    const { status, body, headers } = await holding(statement, email, create);
    expect([status, body.error, headers.get('retry-after')]).toEqual([409, 'conflict', '1']);
    expect((await create()).status).toBe(201);
  });

  it('409 conflict with a retry, if the user is deleted meanwhile', async () => {
    const { caller, email, id } = await newUser(identity);
    const remove = () => identity.call('DELETE', `/v1/users/${id}`, { caller });
    const statement = 'select from emails where email = $1 for update';
    const { status, body, headers } = await holding(statement, email, remove);
    expect([status, body.error, headers.get('retry-after')]).toEqual([409, 'conflict', '1']);
    expect((await remove()).status).toBe(200);
  });
});

it.each([
  ['a letter with an accent', 'jo\u0308rg@example.com', 'jorg@example.com'],
  ['a dotless i', 'ad\u0131n@example.com', 'adin@example.com'],
  ['a Kelvin sign', '\u212aelvin@example.com', 'kelvin@example.com'],
  ['a zero-width space', 'ada\u200b@example.com', 'ada@example.com'],
  ['another script', '\u0430da@example.com', 'ada@example.com'],
])('refuses an address that only looks like another: %s', async (_what, email, other) => {
  const { status, body } = await createUser(identity, undefined, { email });
  expect([status, body.error]).toEqual([400, 'invalid_request']);
  expect((await createUser(identity, undefined, { email: other })).status).toBeOneOf([201, 409]);
});

it.each([
  ['b\u00fccher.example', 'xn--bcher-kva.example'],
  ['BU\u0308CHER.example', 'xn--bcher-kva.example'],
  ['\u212aelvin.example', 'kelvin.example'],
])('a domain has one canonical form: %s', async (domain, canonical) => {
  const name = `u${newId()}`;
  const { body } = await createUser(identity, undefined, { email: `${name}@${domain}` });
  expect(body.email).toBe(`${name}@${canonical}`);
});
