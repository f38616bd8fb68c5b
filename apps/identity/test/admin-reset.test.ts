import { newId } from '@florin/contracts';
import { fetchService, runProgram } from '@florin/testing';
import { Client } from 'pg';
import { beforeAll, expect, it } from 'vitest';
import { makeAdminLink } from '../src/admin.ts';
import { newAdmin, newOwner, newUser, outcome, type Person } from './people.ts';
import { useIdentity } from './start-identity.ts';
import { isAlive, logIn, newEmail, PASSWORD } from './steps.ts';

const { identity, database } = useIdentity();
const main = new URL('../src/main.ts', import.meta.url);

let admin: Person;
beforeAll(async () => {
  admin = await newAdmin(identity());
});

async function run(statement: string): Promise<void> {
  const client = new Client({ connectionString: database().url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

const reset = async (email: string, password?: string) =>
  (
    await runProgram(main, ['admin', 'reset'], {
      IDENTITY_DATABASE_URL: database().url,
      IDENTITY_PASSWORD_COST: '4',
      FLORIN_ADMIN_EMAIL: email,
      ...(password === undefined ? {} : { FLORIN_ADMIN_PASSWORD: password }),
    })
  ).join('\n');
const read = (email: string) =>
  database().query('select role, status, account_id from users where email = $1', [email]);
const eventsOf = async (email: string) =>
  (
    await database().query<{ body: string }>(
      `select body from outbox where body like $1 and type like 'user.%' order by position`,
      [`%${email}%`],
    )
  ).map(({ body }) => JSON.parse(body));

it("restores the platform's administrator with a new password and no sessions", async () => {
  const login = await logIn(identity(), admin.email);
  await database().query("update users set status = 'suspended', role = 'member' where id = $1", [
    admin.userId,
  ]);
  const other = await newAdmin(identity());
  await database().query('update users set account_id = $1 where id = $2', [
    admin.accountId,
    other.userId,
  ]);
  for (let tries = 0; tries < 7; tries += 1) await logIn(identity(), admin.email, 'wrong password');
  const said = await reset(` ${admin.email.toUpperCase()}`, 'an unused password');
  expect(said).toContain(`${admin.email} is an active administrator`);
  expect(said).not.toContain('an unused password');
  expect(await isAlive(identity(), login)).toBe(false);
  expect(outcome(await logIn(identity(), admin.email))).toBe('401 invalid_credentials');
  expect(outcome(await logIn(identity(), admin.email, 'an unused password'))).toBe('200');
  expect(await read(admin.email)).toEqual([
    { role: 'admin', status: 'active', account_id: admin.accountId },
  ]);
  expect((await eventsOf(admin.email)).at(-1)).toMatchObject({
    type: 'user.updated',
    data: { previous: { role: 'member', status: 'suspended' } },
    request: { id: 'admin reset' },
  });
});

it('creates an administrator for an unused email and prints the password once', async () => {
  const email = newEmail();
  const [, password = ''] = /password (\S+)/.exec(await reset(email)) ?? [];
  expect(outcome(await logIn(identity(), email, password))).toBe('200');
  expect(await read(email)).toMatchObject([{ role: 'admin', account_id: admin.accountId }]);
  expect(await eventsOf(email)).toMatchObject([{ type: 'user.created' }]);
});

it('promotes a user without an account to administrator', async () => {
  const loner = await newUser(identity());
  await reset(loner.email, 'an unused password');
  expect(await read(loner.email)).toMatchObject([{ role: 'admin', account_id: admin.accountId }]);
});

it("works by the account's email when the last administrator is gone", async () => {
  await database().query(
    `update users set role = 'member', email = $1::text || id where role = 'admin'`,
    [newId()],
  );
  await database().query('update emails set user_id = null where account_id = $1', [
    admin.accountId,
  ]);
  await reset(admin.email, 'an unused password');
  expect(await read(admin.email)).toMatchObject([{ role: 'admin', account_id: admin.accountId }]);
});

it('refuses the email of another account, and unknown arguments', async () => {
  const owner = await newOwner(identity());
  await expect(reset(owner.email, 'an unused password')).rejects.toThrow('another account');
  expect(outcome(await logIn(identity(), owner.email))).toBe('200');
  await expect(reset(newEmail(), 'short')).rejects.toThrow('FLORIN_ADMIN_PASSWORD');
  await expect(reset('nobody', PASSWORD)).rejects.toThrow('FLORIN_ADMIN_EMAIL');
});

it('makes a one-time login link for a caller with an administrator’s password', async () => {
  const someone = await newAdmin(identity());
  const owner = await newOwner(identity());
  const make = (email: string, password: string) =>
    makeAdminLink({ url: database().url, poolSizeMax: 1 }, { email, password });
  expect(await make(someone.email, 'another one')).toBeUndefined();
  expect(await make(owner.email, PASSWORD)).toBeUndefined();
  expect(await make(newEmail(), PASSWORD)).toBeUndefined();
  const token = await make(someone.email, PASSWORD);
  const open = () => fetchService('identity', identity().httpPort, 'GET', `/auth/once/${token}`);
  const [first, second] = await Promise.all([open(), open()]);
  const [done, gone] = first.status === 303 ? [first, second] : [second, first];
  expect([done.status, done.headers.get('location'), gone.status]).toEqual([303, '/console', 404]);
  expect(done.headers.get('set-cookie')).toContain('HttpOnly; SameSite=Strict');
  expect(gone.headers.get('set-cookie')).toBeNull();
});

it('logs no one in by an expired link, or a user suspended since', async () => {
  const someone = await newAdmin(identity());
  const open = async (seconds: number) => {
    const token = String(seconds).padStart(43, 'A');
    await run(
      `insert into login_links select sha256('${token}'), id, now() + interval '${seconds} s'
         from users where email = '${someone.email}'`,
    );
    return (await fetchService('identity', identity().httpPort, 'GET', `/auth/once/${token}`))
      .status;
  };
  expect(await open(-100_000_000)).toBe(404);
  expect(await open(100_000_000)).toBe(303);
  await run(`update users set status = 'suspended' where email = '${someone.email}'`);
  expect(await open(100_000_001)).toBe(404);
});
