import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parsePublicId } from '@florin/contracts';
import { replacementEnvironment, writeReplacements } from '@florin/system-kit';
import { eventually } from '@florin/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Neighbours, startNeighbours } from './neighbours.ts';
import {
  type AccountsDatabase,
  admin,
  createAccountsDatabase,
  PASSWORD,
  signUpBody,
  startAccountsProcess,
} from './start-accounts.ts';

// They wait for leases to expire, all at once; each starts processes.
vi.setConfig({ maxConcurrency: 8, testTimeout: 60_000 });

let neighbours: Neighbours;
let folder: string;
let doomedEnvironment: Readonly<Record<string, string>>;
let database: AccountsDatabase;
beforeAll(async () => {
  [neighbours, database] = await Promise.all([startNeighbours(), createAccountsDatabase()]);
  folder = await mkdtemp(join(tmpdir(), 'florin-killed-'));
  const file = join(folder, 'replacements.json');
  const module = join(import.meta.dirname, '../src/clients.ts');
  const by = join(import.meta.dirname, 'killed-calls.ts');
  await writeReplacements(file, { accounts: { module, by } });
  doomedEnvironment = replacementEnvironment(file);
});
afterAll(async () => {
  await Promise.all([neighbours.stop(), database.drop(), rm(folder, { recursive: true })]);
});

type AccountsProcess = Awaited<ReturnType<typeof startAccountsProcess>>;
type Body = ReturnType<typeof signUpBody>;

/** Retries with the same key, like a client without a response. */
function ask(accounts: AccountsProcess, body: Body) {
  return accounts.call('POST', '/v1/accounts', { body, caller: admin, idempotencyKey: body.email });
}

/** Asserts the result of every opening, however it went. */
async function expectOpenedOnce(accounts: AccountsProcess, from: AccountsDatabase, body: Body) {
  const opened = await eventually(async () => {
    const answer = await ask(accounts, body);
    expect(answer.status).toBe(201);
    return answer;
  });
  expect(opened.headers.get('idempotent-replayed')).toBe('true');
  expect(opened.body).toMatchObject({ email: body.email, status: 'active' });

  const { email } = body;
  const login = await neighbours.identity.call('POST', '/v1/auth/login', {
    body: { email, password: PASSWORD },
  });
  expect(login.status).toBe(200);
  const accountId = parsePublicId('account', opened.body.id) ?? '';
  const userId = parsePublicId('user', login.body.user.id) ?? '';
  const caller = { userId, accountId, role: 'owner' } as const;
  expect((await accounts.call('GET', '/v1/account', { caller })).body).toEqual(opened.body);
  const balance = await neighbours.ledger.call('GET', '/v1/account/balance', { caller });
  expect(balance.body).toMatchObject({ account_id: opened.body.id, posted: 0 });

  const rows = await from.query('select id from accounts.accounts where email = $1', [email]);
  expect(rows).toEqual([{ id: accountId }]);
  const ofEmail = `where body::json->'data'->'object'->>'email' = $1`;
  const own = await from.query(`select type, aggregate_id from accounts.outbox ${ofEmail}`, [
    email,
  ]);
  expect(own).toEqual([{ type: 'account.created', aggregate_id: accountId }]);
  const users = await neighbours.query(
    `select type, aggregate_id from identity.outbox ${ofEmail}`,
    [email],
  );
  expect(users).toEqual([
    { type: 'user.created', aggregate_id: userId },
    { type: 'email_confirmation.requested', aggregate_id: expect.any(String) },
  ]);
}

/**
 * The progress of the saga, and whether its state contains a hash; it never contains a password.
 */
async function readUnfinished(from: AccountsDatabase, { email }: Body) {
  const rows = await from.query<{ step: string; state: string }>(
    `select step, state from accounts.saga_runs where key = $1 and finished_at is null`,
    [email],
  );
  expect(JSON.stringify(rows)).not.toContain(PASSWORD);
  return rows.map(({ step, state }) => [step, state.includes('$2b$')]);
}

describe.concurrent('an opening in a killed process', () => {
  it('before or after any call, or before the reply, is completed by another', async () => {
    const points = [
      ['before', 'reserveOwner', 'reserve_owner'],
      ['after', 'reserveOwner', 'reserve_owner'],
      ['before', 'openBalance', 'open_balance'],
      ['after', 'openBalance', 'open_balance'],
      ['before', 'confirmOwner', 'confirm_owner'],
      ['after', 'confirmOwner', 'confirm_owner'],
      ['before', 'reply', undefined],
    ] as const;
    const bodies = await Promise.all(
      points.map(async ([when, what, step]) => {
        const body = signUpBody();
        const doomed = await startAccountsProcess(database, neighbours, {
          ...doomedEnvironment,
          KILLED_AT: `${when} ${what} ${body.email}`,
        });
        await expect(ask(doomed, body)).rejects.toThrow('fetch failed');
        expect(await doomed.exited).toBe('SIGKILL');
        const unfinished = await readUnfinished(database, body);
        expect([when, what, unfinished]).toEqual([when, what, step ? [[step, true]] : []]);
        return body;
      }),
    );
    const accounts = await startAccountsProcess(database, neighbours);
    for (const body of bodies) await expectOpenedOnce(accounts, database, body);
    await accounts.stop();
  });

  it('while it saves the account is completed by another', async () => {
    const own = await createAccountsDatabase();
    const doomed = await startAccountsProcess(own, neighbours);
    const body = signUpBody();
    const gate = await own.lock('accounts.accounts');
    const answer = ask(doomed, body).catch((error: Error) => error.message);
    // It waits at the closed gate, inside its last transaction.
    await eventually(async () => {
      expect(await gate.countWaiting()).toBe(1);
    });
    await doomed.kill();
    expect(await answer).toBe('fetch failed');
    await gate.open();
    expect(await readUnfinished(own, body)).toEqual([['save_account', true]]);
    const accounts = await startAccountsProcess(own, neighbours);
    await expectOpenedOnce(accounts, own, body);
    await accounts.stop();
    await own.drop();
  });
});
