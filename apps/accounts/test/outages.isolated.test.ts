import { newId } from '@florin/contracts';
import { grpcServices } from '@florin/contracts/protos';
import { makeClient } from '@florin/grpc';
import { type Answer, eventually, peerAt } from '@florin/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CallHook } from './hook-calls.ts';
import { type Neighbours, startNeighbours } from './neighbours.ts';
import {
  type AccountsDatabase,
  admin,
  createAccountsDatabase,
  newEmail,
  PASSWORD,
  signUpBody,
  startAccounts,
  startAccountsProcess,
} from './start-accounts.ts';

// The real calls to other services, with hooks before and after each.
vi.mock('../src/clients.ts', async (load) =>
  (await import('./hook-calls.ts')).hooked(await load<typeof import('../src/clients.ts')>()),
);

type Accounts = Awaited<ReturnType<typeof startAccounts>>;

let neighbours: Neighbours;
let database: AccountsDatabase;
const started: Accounts[] = [];
beforeAll(async () => {
  [neighbours, database] = await Promise.all([startNeighbours(), createAccountsDatabase()]);
});
afterEach(async () => {
  await Promise.all(started.splice(0).map((accounts) => accounts.stop()));
});
afterAll(async () => {
  await Promise.all([neighbours.stop(), database.drop()]);
});

async function start(hook?: CallHook): Promise<Accounts> {
  const accounts = await startAccounts(database, neighbours, hook ? { hook } : {});
  started.push(accounts);
  return accounts;
}

const ask = (accounts: Accounts, body: ReturnType<typeof signUpBody>) =>
  accounts.call('POST', '/v1/accounts', { body, caller: admin, idempotencyKey: body.email });
const outcome = ({ status, body }: Answer) => `${status} ${body.error ?? ''}`.trim();
const logIn = ({ email, password }: { readonly email: string; readonly password: string }) =>
  neighbours.identity.call('POST', '/v1/auth/login', { body: { email, password } });
const pause = (durationMs: number) => new Promise((resolve) => setTimeout(resolve, durationMs));

it('503 and nothing started if identity is down from the start', async () => {
  const accounts = await start();
  await neighbours.identity.kill();
  const body = signUpBody();
  const refused = await ask(accounts, body);
  expect(outcome(refused)).toBe('503 unavailable');
  expect(refused.headers.get('retry-after')).toBe('1');
  expect(await database.query('select from accounts.saga_runs')).toEqual([]);
  await neighbours.identity.start();
  const opened = await eventually(async () => {
    const answer = await ask(accounts, body);
    expect(outcome(answer)).toBe('201');
    return answer;
  });
  expect(opened.headers.has('idempotent-replayed')).toBe(false);
});

it.each([
  ['identity', 'reserveOwner'],
  ['ledger', 'openBalance'],
  ['identity', 'confirmOwner'],
] as const)(
  '503 if %s dies before %s, and completed later without the client',
  async (neighbour, point) => {
    const body = signUpBody();
    let isFirst = true;
    const accounts = await start(async (moment, call) => {
      if (moment !== 'before' || call !== point || !isFirst) return;
      isFirst = false;
      await neighbours[neighbour].kill();
    });
    expect(outcome(await ask(accounts, body))).toBe('503 unavailable');
    const early = await ask(accounts, body);
    // A retry requires identity itself, for the password.
    expect(outcome(early)).toBe(neighbour === 'identity' ? '503 unavailable' : '409 conflict');
    expect(early.headers.get('retry-after')).toBe('1');

    await neighbours[neighbour].start();
    await eventually(async () => expect((await logIn(body)).status).toBe(200));
    await eventually(async () => {
      const found = 'select from accounts.accounts where email = $1';
      expect(await database.query(found, [body.email])).toHaveLength(1);
    });
    const replay = await eventually(async () => {
      const answer = await ask(accounts, body);
      expect(outcome(answer)).toBe('201');
      return answer;
    });
    expect(replay.headers.get('idempotent-replayed')).toBe('true');
  },
);

it('409 if another account takes the email address after the reservation has expired', async () => {
  const slow = signUpBody({ password: 'the slow one' });
  const fast = { ...slow, password: 'the fast one' };
  const other = await start();
  let isFirst = true;
  const accounts = await start(async (moment, call) => {
    if (moment !== 'before' || call !== 'confirmOwner' || !isFirst) return;
    isFirst = false;
    await neighbours.query(
      `update identity.emails set reserved_until = now() - interval '1 second' where email = $1`,
      [slow.email],
    );
    expect(outcome(await other.call('POST', '/v1/accounts', { body: fast }))).toBe('201');
  });
  expect(outcome(await ask(accounts, slow))).toBe('409 email_exists');
  expect(outcome(await ask(accounts, slow))).toBe('409 email_exists');
  expect((await logIn(fast)).status).toBe(200);
  expect((await logIn(slow)).status).toBe(401);
  for (const table of ['accounts.accounts', 'accounts.outbox'])
    expect(
      await database.query(`select from ${table} t where t::text like '%${slow.email}%'`),
    ).toHaveLength(1);
});

it('resumes each saga once, with any number of processes', async () => {
  await neighbours.ledger.kill();
  const first = await start();
  const bodies = Array.from({ length: 8 }, () => signUpBody());
  const answers = await Promise.all(bodies.map((body) => ask(first, body)));
  expect(answers.map(outcome)).toEqual(Array(8).fill('503 unavailable'));
  await first.stop();
  started.splice(0);
  await neighbours.ledger.start();

  const calls: string[] = [];
  const count: CallHook = async (moment, call, work) => {
    // A retry hashes the password again.
    if (moment === 'after' || call === 'hashPassword') return;
    calls.push(`${(work as { email: string }).email} ${call}`);
    await pause(100); // Time for another process to start the same work.
  };
  const services = await Promise.all([start(count), start(count), start(count)]);
  await Promise.all(
    bodies.map((body, index) =>
      eventually(async () => {
        const answer = await ask(services[index % 3] as Accounts, body);
        expect(outcome(answer)).toBe('201');
      }),
    ),
  );
  const expected = bodies.flatMap(({ email }) => [`${email} openBalance`, `${email} confirmOwner`]);
  expect(calls.sort()).toEqual(expected.sort());
});

it('finishes its work before it stops', async () => {
  const reached = Promise.withResolvers<void>();
  const stopped = Promise.withResolvers<void>();
  const accounts = await start(async (moment, call) => {
    if (moment !== 'before' || call !== 'openBalance') return;
    reached.resolve();
    await stopped.promise;
  });
  const answer = ask(accounts, signUpBody());
  await reached.promise;
  const stop = accounts.stop();
  started.splice(0);
  await pause(50);
  stopped.resolve();
  expect(outcome(await answer)).toBe('201');
  await stop;
});

describe('the platform account', () => {
  let own: AccountsDatabase;
  beforeEach(async () => {
    own = await createAccountsDatabase();
  });
  afterEach(async () => {
    await own.drop();
  });

  const readPlatform = () =>
    own.query<{ id: string; email: string }>(
      'select id, email from accounts.accounts where is_platform',
    );
  const waitForPlatform = (email: string) =>
    eventually(async () => {
      const [platform, ...more] = await readPlatform();
      expect([platform?.email, more]).toEqual([email, []]);
      const admins = await neighbours.query(
        `select email from identity.users where role = 'admin' and account_id = $1`,
        [platform?.id],
      );
      expect(admins).toEqual([{ email }]);
    });

  it('is opened once by two processes that start at once, before identity does', async () => {
    await neighbours.identity.kill();
    const email = newEmail();
    const settings = {
      FLORIN_ADMIN_EMAIL: ` ${email.toUpperCase()}`,
      FLORIN_ADMIN_PASSWORD: PASSWORD,
    };
    const processes = await Promise.all([
      startAccountsProcess(own, neighbours, settings),
      startAccountsProcess(own, neighbours, settings),
    ]);
    await neighbours.identity.start();
    await waitForPlatform(email);
    expect((await logIn({ email, password: PASSWORD })).status).toBe(200);
    await Promise.all(processes.map((process) => process.stop()));
    expect(await own.query('select type from accounts.outbox')).toEqual([
      { type: 'account.created' },
    ]);
    for (const { lines } of processes) expect(lines.join()).not.toContain(PASSWORD);

    // A later start with another admin finds it and does nothing.
    const admin = { email: newEmail(), password: PASSWORD };
    const later = await startAccounts(own, neighbours, { admin });
    await later.stop();
    expect(later.output()).toBe('');
    await waitForPlatform(email);
  });

  it('exists before gateways learn where to route clients', async () => {
    await neighbours.identity.kill();
    const email = newEmail();
    const accounts = await startAccounts(own, neighbours, { admin: { email, password: PASSWORD } });
    const gateway = makeClient(
      grpcServices.describe,
      peerAt('gateway', 'accounts', accounts.grpcPort),
    );
    const describeIt = () => gateway.describe({}, { requestId: newId(), timeoutMs: 2_000 });
    await expect(describeIt()).rejects.toMatchObject({ code: 'unavailable' });
    await neighbours.identity.start();
    await eventually(describeIt);
    expect((await logIn({ email, password: PASSWORD })).status).toBe(200);
    gateway.close();
    await accounts.stop();
  });

  it('is not opened for another user’s email address, but for a different one afterwards', async () => {
    const taken = signUpBody();
    const first = await startAccounts(own, neighbours);
    expect(outcome(await first.call('POST', '/v1/accounts', { body: taken }))).toBe('201');
    const startFor = (email: string) =>
      startAccounts(own, neighbours, { admin: { email, password: PASSWORD } });
    const refused = await startFor(taken.email);
    await eventually(async () => expect(refused.output()).toContain('there is no admin'));
    expect(await readPlatform()).toEqual([]);

    const free = newEmail();
    const accepted = await startFor(free);
    await waitForPlatform(free);
    expect(refused.output().split('there is no admin')).toHaveLength(2);
    await Promise.all([first, refused, accepted].map((accounts) => accounts.stop()));
  });
});
