import { unlikeCatalogue } from '@florin/contract-tests';
import { eventually } from '@florin/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { CallHook } from './hook-calls.ts';
import { type Neighbours, startNeighbours } from './neighbours.ts';
import { type Accounts, canLogIn, credit, type Owner, openAccount, outcome } from './owners.ts';
import {
  type AccountsDatabase,
  admin,
  createAccountsDatabase,
  newEmail,
  signUpBody,
  startAccounts,
} from './start-accounts.ts';

// The real calls to other services, with hooks before and after each.
vi.mock('../src/clients.ts', async (load) =>
  (await import('./hook-calls.ts')).hooked(await load<typeof import('../src/clients.ts')>()),
);

let neighbours: Neighbours;
let database: AccountsDatabase;
let accounts: Accounts;
const started: Accounts[] = [];
beforeAll(async () => {
  [neighbours, database] = await Promise.all([
    startNeighbours({ withBilling: true }),
    createAccountsDatabase(),
  ]);
  accounts = await startAccounts(database, neighbours);
});
afterEach(async () => {
  await Promise.all(started.splice(0).map((service) => service.stop()));
});
afterAll(async () => {
  await accounts.stop();
  await Promise.all([neighbours.stop(), database.drop()]);
});

const close = ({ caller }: Owner, at = accounts, idempotencyKey = 'close') =>
  at.call('DELETE', '/v1/account', { caller, idempotencyKey });
const get = async ({ caller }: Owner) =>
  (await accounts.call('GET', '/v1/account', { caller })).body;
const readEvents = async ({ accountId }: Owner) =>
  (
    await database.query<{ type: string }>(
      'select type from accounts.outbox where aggregate_id = $1 order by position',
      [accountId],
    )
  ).map(({ type }) => type);

async function startWith(hook: CallHook): Promise<Accounts> {
  const service = await startAccounts(database, neighbours, { hook });
  started.push(service);
  return service;
}

/** Asserts that an account is closed in every service. */
async function expectClosed(owner: Owner): Promise<void> {
  expect(await get(owner)).toMatchObject({ id: owner.publicId, status: 'closed' });
  expect(await readEvents(owner)).toEqual(['account.created', 'account.closed']);
  expect(await canLogIn(neighbours, owner.email)).toBe(false);
  const kept = await neighbours.query(
    `select i.status as identity, l.status as ledger
       from identity.accounts i join ledger.balances l on l.account_id = i.id where i.id = $1`,
    [owner.accountId],
  );
  expect(kept).toEqual([{ identity: 'closed', ledger: 'closed' }]);
}

describe('DELETE /v1/account', () => {
  it('200: closed permanently in every service, its email address free for another account', async () => {
    const owner = await openAccount(accounts);
    const closed = await close(owner);
    expect([closed.status, closed.body]).toEqual([
      200,
      {
        id: owner.publicId,
        status: 'closed',
        closed_at: expect.stringMatching(/Z$/),
        message: expect.stringContaining('closed'),
      },
    ]);
    await expectClosed(owner);
    const again = signUpBody({ email: owner.email });
    const opened = await accounts.call('POST', '/v1/accounts', { body: again });
    expect([outcome(opened), opened.body.id === owner.publicId]).toEqual(['201', false]);
    expect((await get(owner)).email).toBe(owner.email);
    const third = signUpBody({ email: owner.email });
    expect(outcome(await accounts.call('POST', '/v1/accounts', { body: third }))).toBe(
      '409 email_exists',
    );
    expect((await close(owner)).headers.get('idempotent-replayed')).toBe('true');
  });

  it('200: reports the frozen balance', async () => {
    const owner = await openAccount(accounts);
    await credit(neighbours, owner, 1_234);
    expect((await close(owner)).body.message).toContain('1234 USD');
    const balance = await neighbours.ledger.call('GET', '/v1/account/balance', {
      caller: owner.caller,
    });
    expect(balance.body).toMatchObject({ available: 1_234 });
  });

  it('rejects later changes: 409 for its owner and for admins', async () => {
    const owner = await openAccount(accounts);
    const { body } = await close(owner);
    const path = `/v1/accounts/${owner.publicId}`;
    for (const answer of [
      await accounts.call('PATCH', '/v1/account', {
        caller: owner.caller,
        body: { name: 'Grace' },
      }),
      await accounts.call('PATCH', path, { caller: admin, body: { status: 'active' } }),
      await accounts.call('PATCH', path, { caller: admin, body: { email: newEmail() } }),
      await close(owner, accounts, 'again'),
    ])
      expect(outcome(answer)).toBe('409 conflict');
    const [row] = await database.query<{ closed_at: Date }>(
      'select closed_at from accounts.accounts where id = $1',
      [owner.accountId],
    );
    expect(row?.closed_at.toISOString()).toBe(body.closed_at);
  });

  it.each([
    ['a member', { role: 'member' }],
    ['the platform', { role: 'platform' }],
    ['a user without an account', { accountId: null, role: null }],
    ['an owner of an account that is not there', { accountId: admin.userId }],
    ['an owner whose account is suspended', { readOnly: true }],
  ] as const)('403: %s', async (_who, change) => {
    const owner = await openAccount(accounts);
    const caller = { ...owner.caller, ...change };
    expect(outcome(await close({ ...owner, caller }))).toBe('403 forbidden');
    expect(await get(owner)).toMatchObject({ status: 'active' });
  });

  it('403: an API key, and the owner of the platform account', async () => {
    const owner = await openAccount(accounts);
    const key = { accountId: owner.accountId, scopes: ['account:write'] } as const;
    expect(outcome(await close({ ...owner, caller: key }))).toBe('403 forbidden');
    await database.query('update accounts.accounts set is_platform = true where id = $1', [
      owner.accountId,
    ]);
    expect(outcome(await close(owner))).toBe('403 forbidden');
    await database.query('update accounts.accounts set is_platform = false');
  });

  it('closes once for ten concurrent requests', async () => {
    const owner = await openAccount(accounts);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => close(owner, accounts, `key-${index}`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status } of answers) expect([200, 409]).toContain(status);
    await expectClosed(owner);
  });

  it('completes after any call that failed before or after its effect', async () => {
    const calls = ['closeGate', 'closeBalance', 'endSubscriptions', 'closeAccess'] as const;
    const points = calls.flatMap((call) =>
      (['before', 'after'] as const).map((moment) => [moment, call] as const),
    );
    await Promise.all(
      points.map(async ([when, what]) => {
        const owner = await openAccount(accounts);
        let isFirst = true;
        const faulty = await startWith(async (moment, call, work) => {
          const isMine = JSON.stringify(work).includes(owner.accountId);
          if (!isMine || moment !== when || call !== what || !isFirst) return;
          isFirst = false;
          throw new Error('cut off');
        });
        expect([when, what, (await close(owner, faulty)).status]).toEqual([when, what, 500]);
        const replay = await eventually(async () => {
          const answer = await close(owner);
          expect(answer.status).toBe(200);
          return answer;
        });
        expect(replay.headers.get('idempotent-replayed')).toBe('true');
        await expectClosed(owner);
      }),
    );
  });

  it('waits for a change in progress, and a change cannot reopen it', async () => {
    const owner = await openAccount(accounts);
    const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slowly = await startWith(async (moment, call) => {
      if (moment !== 'before' || call !== 'setAccess') return;
      reached.resolve();
      await released.promise;
    });
    const suspending = slowly.call('PATCH', `/v1/accounts/${owner.publicId}`, {
      caller: admin,
      body: { status: 'suspended' },
    });
    await reached.promise;
    const tooEarly = await close(owner);
    expect(outcome(tooEarly)).toBe('409 conflict');
    expect(tooEarly.headers.get('retry-after')).toBe('1');
    released.resolve();
    expect(outcome(await suspending)).toBe('200');
    expect(outcome(await close(owner))).toBe('200');
    expect(await get(owner)).toMatchObject({ status: 'closed' });
  });
});

it('is published by every service in the shapes of the catalogue', async () => {
  const outboxes = ['identity', 'ledger', 'billing'].map((service) =>
    neighbours.query<{ body: string }>(`select body from ${service}.outbox`),
  );
  const own = database.query<{ body: string }>('select body from accounts.outbox');
  const rows = (await Promise.all([own, ...outboxes])).flat();
  expect(rows.length).toBeGreaterThan(0);
  expect(unlikeCatalogue(rows.map(({ body }) => body))).toEqual([]);
});
