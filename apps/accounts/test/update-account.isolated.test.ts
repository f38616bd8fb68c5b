import { unlikeCatalogue } from '@florin/contract-tests';
import { newId } from '@florin/contracts';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { CallHook } from './hook-calls.ts';
import { type Neighbours, startNeighbours } from './neighbours.ts';
import {
  type Accounts,
  canLogIn,
  credit,
  currencyOf,
  type Owner,
  openAccount,
  openOwnAccount,
  outcome,
} from './owners.ts';
import {
  type AccountsDatabase,
  admin,
  createAccountsDatabase,
  newEmail,
  startAccounts,
} from './start-accounts.ts';

// The real calls to other services, with hooks before and after each.
vi.mock('../src/clients.ts', async (load) =>
  (await import('./hook-calls.ts')).hooked(await load<typeof import('../src/clients.ts')>()),
);

let neighbours: Neighbours;
let database: AccountsDatabase;
let accounts: Accounts;
/** An account that stays unchanged. */
let resident: Owner;
const started: Accounts[] = [];
beforeAll(async () => {
  [neighbours, database] = await Promise.all([
    startNeighbours({ withBilling: true }),
    createAccountsDatabase(),
  ]);
  accounts = await startAccounts(database, neighbours);
  resident = await openAccount(accounts);
});
afterEach(async () => {
  await Promise.all(started.splice(0).map((service) => service.stop()));
});
afterAll(async () => {
  await accounts.stop();
  await Promise.all([neighbours.stop(), database.drop()]);
});

const patch = ({ caller }: Owner, body: unknown, idempotencyKey?: string, at = accounts) =>
  at.call('PATCH', '/v1/account', {
    caller,
    body,
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  });
const get = async ({ caller }: Owner) =>
  (await accounts.call('GET', '/v1/account', { caller })).body;
const readEvents = ({ accountId }: Owner) =>
  database.query<{ type: string; version: number; previous: object; email: string }>(
    `select type, aggregate_sequence::int as version, body::json->'data'->'previous' as previous
       from accounts.outbox where aggregate_id = $1 order by position`,
    [accountId],
  );

async function startWith(hook: CallHook): Promise<Accounts> {
  const service = await startAccounts(database, neighbours, { hook });
  started.push(service);
  return service;
}

describe('PATCH /v1/account', () => {
  it('200: exactly the fields that were sent', async () => {
    const owner = await openAccount(accounts, {
      settings: { language: 'de', timezone: 'Asia/Tokyo' },
    });
    const before = await get(owner);
    const changed = await patch(owner, { name: 'Grace', settings: { language: 'FR' } });
    expect(changed.status).toBe(200);
    expect(changed.body).toEqual({
      ...before,
      name: 'Grace',
      settings: { currency: 'USD', timezone: 'Asia/Tokyo', language: 'fr' },
      updated_at: expect.any(String),
    });
    expect(changed.body.updated_at >= before.updated_at).toBe(true);
    expect(await get(owner)).toEqual(changed.body);
    const restored = await patch(owner, { settings: { language: null, timezone: null } });
    expect(restored.body.settings).toEqual({
      currency: 'USD',
      timezone: 'UTC',
      language: 'en',
    });
    expect(await readEvents(owner)).toEqual([
      { type: 'account.created', version: 1, previous: null },
      {
        type: 'account.updated',
        version: 2,
        previous: { name: 'Ada', settings: before.settings, updated_at: before.updated_at },
      },
      { type: 'account.updated', version: 3, previous: expect.any(Object) },
    ]);
  });

  it.each([
    ['nothing', () => ({})],
    ['sending the account unchanged', (account: object) => account],
    ['empty settings', () => ({ settings: {} })],
  ])('200: %s changes nothing and publishes nothing', async (_what, bodyOf) => {
    const owner = await openAccount(accounts, { settings: { language: 'en' } });
    const before = await get(owner);
    const answer = await patch(owner, bodyOf(before));
    expect([answer.status, answer.body]).toEqual([200, before]);
    expect(await readEvents(owner)).toHaveLength(1);
  });

  it('200: another email address is the owner’s login, and the old one is free', async () => {
    const owner = await openOwnAccount(accounts, neighbours);
    const email = newEmail();
    const changed = await patch(owner, { email: ` ${email.toUpperCase()}` });
    expect([changed.status, changed.body.email]).toEqual([200, email]);
    expect(await canLogIn(neighbours, email)).toBe(true);
    expect(await canLogIn(neighbours, owner.email)).toBe(false);
    await openAccount(accounts, { email: owner.email });
    expect((await readEvents(owner)).map(({ type }) => type)).toEqual([
      'account.created',
      'account.updated',
    ]);
  });

  it('409 email_exists: another account’s email address, and nothing is changed', async () => {
    const [owner, other] = [await openAccount(accounts), await openAccount(accounts)];
    const before = await get(owner);
    const body = { email: other.email, name: 'Grace', settings: { currency: 'EUR' } };
    expect(outcome(await patch(owner, body))).toBe('409 email_exists');
    expect(await get(owner)).toEqual(before);
    expect(await currencyOf(neighbours, owner)).toBe('USD');
  });

  it('200: another currency before the first posting, 400 after it', async () => {
    const owner = await openAccount(accounts);
    const changed = await patch(owner, { settings: { currency: 'chf' } });
    expect(changed.body.settings.currency).toBe('CHF');
    expect(await currencyOf(neighbours, owner)).toBe('CHF');
    await patch(owner, { settings: { currency: null } });
    expect(await currencyOf(neighbours, owner)).toBe('USD');

    await credit(neighbours, owner, 100);
    const before = await get(owner);
    const refused = await patch(owner, { name: 'Grace', settings: { currency: 'EUR' } });
    expect(outcome(refused)).toBe('400 invalid_request');
    expect(refused.body.message).toMatch(/^settings\.currency: /);
    expect(await get(owner)).toEqual(before);
    expect(outcome(await patch(owner, { settings: { currency: 'USD' } }))).toBe('200');
  });

  it.each([
    ['id', { id: 'acc_01h455vb4pex5vsknk084sn02q' }],
    ['type', { type: 'individual' }],
    ['status', { status: 'suspended' }],
    ['created_at', { created_at: '2001-01-01T00:00:00Z' }],
    ['updated_at', { updated_at: null }],
    ['closed_at', { closed_at: '2001-01-01T00:00:00Z' }],
    ['password', { password: 'another password' }],
    ['name', { name: null }],
    ['name', { name: 'A\0' }],
    ['email', { email: 'ada' }],
    ['email', { email: null }],
    ['settings', { settings: null }],
    ['settings.currency', { settings: { currency: 'XXX' } }],
    ['settings.timezone', { settings: { timezone: '+01:00' } }],
  ])('400: %s %j', async (field, body) => {
    const before = await get(resident);
    const answer = await patch(resident, { name: 'Grace', ...body });
    expect(outcome(answer)).toBe('400 invalid_request');
    expect(answer.body.message).toMatch(new RegExp(`^${field}: `));
    expect(await get(resident)).toEqual(before);
  });

  it.each([
    ['a member', { role: 'member' }, '401 unauthorized'],
    ['the platform', { role: 'platform' }, '401 unauthorized'],
    ['a user without an account', { accountId: null, role: null }, '401 unauthorized'],
    ['an API key', { userId: null, role: null, scopes: ['settings:write'] }, '401 unauthorized'],
    ['an owner whose account is suspended', { readOnly: true }, '403 forbidden'],
  ] as const)('%s may not', async (_who, change, expected) => {
    const caller = { ...resident.caller, ...change };
    expect(outcome(await patch({ ...resident, caller }, { name: 'Grace' }))).toBe(expected);
  });

  it('an API key with account:write may, except for the email address', async () => {
    const owner = await openAccount(accounts);
    const caller = {
      ...owner.caller,
      userId: null,
      role: null,
      scopes: ['account:write'],
    } as const;
    const key = { ...owner, caller };
    const before = await get(owner);
    expect((await patch(key, { name: 'Grace' })).body).toMatchObject({ name: 'Grace' });
    const refused = await patch(key, { email: newEmail() });
    expect(outcome(refused)).toBe('401 unauthorized');
    expect(refused.body.message).toMatch(/^email: /);
    expect(outcome(await patch(key, { email: before.email }))).toBe('200');
  });

  it('is done once per key', async () => {
    const owner = await openAccount(accounts);
    const first = await patch(owner, { email: newEmail() }, 'once');
    const again = await patch(owner, { email: first.body.email }, 'once');
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(outcome(await patch(owner, { name: 'Grace' }, 'once'))).toBe('422 invalid_request');
    expect(await readEvents(owner)).toHaveLength(2);
  });

  it('keeps one email address everywhere for two concurrent changes', async () => {
    const owner = await openOwnAccount(accounts, neighbours);
    const [slow, fast] = [newEmail(), newEmail()];
    const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slowly = await startWith(async (moment, call) => {
      if (moment !== 'after' || call !== 'confirmEmail') return;
      reached.resolve();
      await released.promise;
    });
    const first = patch(owner, { email: slow }, undefined, slowly);
    await reached.promise;
    const second = await patch(owner, { email: fast }, 'fast');
    released.resolve();
    expect((await first).status).toBe(200);
    expect(outcome(second)).toBe('409 conflict');
    expect(second.headers.get('retry-after')).toBe('1');

    // The refusal was not stored, so a retry succeeds.
    expect(outcome(await patch(owner, { email: fast }, 'fast'))).toBe('200');
    expect((await get(owner)).email).toBe(fast);
    expect(await canLogIn(neighbours, fast)).toBe(true);
    expect(await canLogIn(neighbours, slow)).toBe(false);
  });

  it('agrees with the ledger even if the email reservation is lost after the currency was changed', async () => {
    const owner = await openAccount(accounts);
    const email = newEmail();
    let isFirst = true;
    const slowly = await startWith(async (moment, call) => {
      if (moment !== 'before' || call !== 'confirmEmail' || !isFirst) return;
      isFirst = false;
      await neighbours.query(
        `update identity.emails set reserved_until = now() - interval '1 second' where email = $1`,
        [email],
      );
      await openAccount(accounts, { email });
    });
    const body = { email, name: 'Grace', settings: { currency: 'EUR' } };
    expect(outcome(await patch(owner, body, undefined, slowly))).toBe('409 email_exists');
    expect(await currencyOf(neighbours, owner)).toBe('EUR');
    expect(await get(owner)).toMatchObject({
      email: owner.email,
      name: 'Ada',
      settings: { currency: 'EUR' },
    });
    // Nothing blocks the next change.
    expect(outcome(await patch(owner, { settings: { currency: 'USD' } }))).toBe('200');
  });

  it('changes names and similar fields concurrently', async () => {
    const owner = await openAccount(accounts);
    const changes = [
      { name: 'Grace' },
      { settings: { language: 'fr' } },
      { settings: { timezone: 'Asia/Tokyo' } },
    ];
    const answers = await Promise.all(changes.map((change) => patch(owner, change)));
    expect(answers.map(outcome)).toEqual(['200', '200', '200']);
    expect(await get(owner)).toMatchObject({
      name: 'Grace',
      settings: { currency: 'USD', timezone: 'Asia/Tokyo', language: 'fr' },
    });
    expect((await readEvents(owner)).map(({ version }) => version)).toEqual([1, 2, 3, 4]);
  });

  it('completes after any call that failed before or after its effect', async () => {
    const points = (['reserveEmail', 'changeCurrency', 'confirmEmail'] as const).flatMap((call) =>
      (['before', 'after'] as const).map((moment) => [moment, call] as const),
    );
    await Promise.all(
      points.map(async ([when, what]) => {
        const owner = await openOwnAccount(accounts, neighbours);
        let isFirst = true;
        const faulty = await startWith(async (moment, call, work) => {
          const isMine = JSON.stringify(work).includes(owner.accountId);
          if (!isMine || moment !== when || call !== what || !isFirst) return;
          isFirst = false;
          throw new Error('cut off');
        });
        const email = newEmail();
        const body = { email, settings: { currency: 'EUR' } };
        const answer = await patch(owner, body, 'key', faulty);
        expect([when, what, answer.status]).toEqual([when, what, 500]);
        await expect.poll(() => get(owner), { timeout: 20_000 }).toMatchObject(body);
        const replay = await patch(owner, body, 'key');
        expect(replay.headers.get('idempotent-replayed')).toBe('true');
        expect(await canLogIn(neighbours, email)).toBe(true);
        expect(await currencyOf(neighbours, owner)).toBe('EUR');
        expect(await readEvents(owner)).toHaveLength(2);
      }),
    );
  });
});

describe('/v1/accounts/{account_id}', () => {
  const call = (
    method: string,
    { publicId }: Pick<Owner, 'publicId'>,
    body?: unknown,
    caller: object = admin,
  ) => accounts.call(method, `/v1/accounts/${publicId}`, { caller, body });

  it('GET 200 for admin and platform, 403 for owners, 404 for unknown accounts', async () => {
    const owner = await openAccount(accounts);
    for (const caller of [admin, { ...admin, role: 'platform' }])
      expect((await call('GET', owner, undefined, caller)).body).toEqual(await get(owner));
    expect(outcome(await call('GET', owner, undefined, owner.caller))).toBe('403 forbidden');
    for (const publicId of ['acc_01h455vb4pex5vsknk084sn02q', 'acc_x', 'x'])
      expect(outcome(await call('GET', { publicId }))).toBe('404 not_found');
  });

  it('PATCH 200: suspends and activates, in identity and in events', async () => {
    const owner = await openAccount(accounts);
    const access = () =>
      neighbours.query('select status from identity.accounts where id = $1', [owner.accountId]);
    expect((await call('PATCH', owner, { status: 'suspended' })).body.status).toBe('suspended');
    expect(await access()).toEqual([{ status: 'read_only' }]);
    expect(outcome(await call('PATCH', owner, { status: 'suspended', name: 'Grace' }))).toBe('200');
    expect((await call('PATCH', owner, { status: 'active' })).body.status).toBe('active');
    expect(await access()).toEqual([{ status: 'open' }]);
    expect((await readEvents(owner)).map(({ type }) => type)).toEqual([
      'account.created',
      'account.suspended',
      'account.updated',
      'account.activated',
    ]);
  });

  it('PATCH 200: stores the reason until the status changes again, and publishes it in events', async () => {
    const owner = await openAccount(accounts);
    const reasonOf = async (body: object) => (await call('PATCH', owner, body)).body.status_reason;
    const suspended = { status: 'suspended', status_reason: 'The bank asks.' };
    expect(await reasonOf(suspended)).toBe('The bank asks.');
    expect((await get(owner)).status_reason).toBe('The bank asks.');
    expect(await reasonOf({ name: 'Grace' })).toBe('The bank asks.');
    expect(await reasonOf({ status: 'suspended' })).toBe('The bank asks.');
    expect(await reasonOf({ status_reason: 'It asked again.' })).toBe('It asked again.');
    // A read-only field may be sent back unchanged, even by callers that may not change it.
    expect(outcome(await patch(owner, { status_reason: 'It asked again.' }))).toBe('200');
    expect(outcome(await patch(owner, { status_reason: 'No.' }))).toBe('400 invalid_request');
    expect(await reasonOf({ status: 'active' })).toBeNull();
    const events = await database.query<{ data: { object: object; previous: object } }>(
      `select body::json->'data' as data from accounts.outgoing_events
        where aggregate_id = $1 order by position`,
      [owner.accountId],
    );
    expect(events.map(({ data }) => data)).toMatchObject([
      { object: { status_reason: null } },
      {
        object: { status_reason: 'The bank asks.' },
        previous: { status: 'active', status_reason: null },
      },
      { object: { name: 'Grace', status_reason: 'The bank asks.' } },
      { object: { status_reason: 'It asked again.' } },
      { object: { status_reason: null }, previous: { status_reason: 'It asked again.' } },
    ]);
  });

  it.each([
    ['markup is text', '<b>No</b>', '200'],
    ['nothing', '', '400 invalid_request'],
    ['what turns text around', 'a\u202eb', '400 invalid_request'],
    ['a page of it', 'x'.repeat(501), '400 invalid_request'],
  ])('PATCH: a reason of %s', async (_what, status_reason, expected) => {
    const owner = await openAccount(accounts);
    expect(outcome(await call('PATCH', owner, { status: 'suspended', status_reason }))).toBe(
      expected,
    );
  });

  it('PATCH 200: sets pending, which is read-only until it is activated', async () => {
    const owner = await openAccount(accounts);
    const access = () =>
      neighbours.query('select status from identity.accounts where id = $1', [owner.accountId]);
    for (const status of ['pending', 'suspended', 'pending']) {
      expect((await call('PATCH', owner, { status })).body.status).toBe(status);
      expect(await access()).toEqual([{ status: 'read_only' }]);
    }
    expect((await call('PATCH', owner, { status: 'active' })).body.status).toBe('active');
    expect(await access()).toEqual([{ status: 'open' }]);
    expect((await readEvents(owner)).map(({ type }) => type)).toEqual([
      'account.created',
      'account.updated',
      'account.suspended',
      'account.updated',
      'account.activated',
    ]);
  });

  it.each([
    ['its owner', { role: 'owner' }],
    ['the platform', { role: 'platform' }],
  ])('PATCH 403: %s', async (_who, change) => {
    const owner = await openAccount(accounts);
    const caller = { ...admin, ...change, accountId: owner.accountId };
    expect(outcome(await call('PATCH', owner, { name: 'Grace' }, caller))).toBe('403 forbidden');
  });

  it('PATCH 400: a status that no admin can set', async () => {
    const owner = await openAccount(accounts);
    for (const status of ['closed', null, 1])
      expect(outcome(await call('PATCH', owner, { status }))).toBe('400 invalid_request');
  });

  it('PATCH 409: the platform account stays active, or else all admins would be locked out', async () => {
    const owner = await openAccount(accounts);
    const mark = (is: boolean) =>
      database.query('update accounts.accounts set is_platform = $2 where id = $1', [
        owner.accountId,
        is,
      ]);
    await mark(true);
    for (const status of ['suspended', 'pending'])
      expect(outcome(await call('PATCH', owner, { status }))).toBe('409 conflict');
    expect(outcome(await call('PATCH', owner, { name: 'Platform', status: 'active' }))).toBe('200');
    await mark(false);
  });
});

describe('GET /v1/accounts', () => {
  const list = (search: string, caller: object = admin) =>
    accounts.call('GET', `/v1/accounts?${search}`, { caller });

  it('lists the newest first, page by page, and counts', async () => {
    const owners = [];
    for (let index = 0; index < 5; index += 1) owners.push(await openAccount(accounts));
    const newest = owners.map(({ publicId }) => publicId).reverse();
    const [first] = owners;
    const since = (await get(first as Owner)).created_at;
    const pageOf = async (search: string) => {
      const { status, body } = await list(`created_after=${since}&${search}`);
      expect(status).toBe(200);
      return [body.data.map(({ id }: { id: string }) => id), body.pagination];
    };
    expect(await pageOf('limit=2')).toEqual([
      newest.slice(0, 2),
      { page: 1, limit: 2, total: 5, has_next: true },
    ]);
    expect(await pageOf('limit=2&page=3')).toEqual([
      newest.slice(4),
      { page: 3, limit: 2, total: 5, has_next: false },
    ]);
    expect(await pageOf('limit=1000&page=2')).toEqual([
      [],
      { page: 2, limit: 100, total: 5, has_next: false },
    ]);
    expect(await pageOf(`created_before=${since}`)).toEqual([
      newest.slice(4),
      { page: 1, limit: 25, total: 1, has_next: false },
    ]);
    await accounts.call('PATCH', `/v1/accounts/${newest[0]}`, {
      caller: admin,
      body: { status: 'suspended' },
    });
    expect((await pageOf('status=suspended'))[0]).toEqual(newest.slice(0, 1));
    expect((await pageOf('status=active&type=business'))[0]).toEqual(newest.slice(1));
    expect((await pageOf('type=individual'))[0]).toEqual([]);
    const { body } = await list('limit=1');
    expect(Object.keys(body.data[0]).sort()).toEqual(
      [
        'created_at',
        'email',
        'id',
        'livemode',
        'name',
        'object',
        'status',
        'status_reason',
        'type',
        'updated_at',
      ].sort(),
    );
  });

  it('403: owners, members, users without an account', async () => {
    for (const caller of [
      { userId: newId(), accountId: newId(), role: 'owner' },
      { userId: newId(), accountId: newId(), role: 'member' },
      { userId: newId() },
    ])
      expect(outcome(await list('', caller))).toBe('403 forbidden');
    expect((await list('', { ...admin, role: 'platform' })).status).toBe(200);
  });

  it.each(['status=open', 'type=club', 'limit=0', 'page=0', 'page=x', 'created_after=2026-02-30'])(
    '400: %s',
    async (search) => {
      expect(outcome(await list(search))).toBe('400 invalid_request');
    },
  );
});

it('is published in the shapes of the catalogue', async () => {
  const rows = await database.query<{ type: string; body: string }>(
    'select type, body from accounts.outbox',
  );
  const types = rows.map(({ type }) => type).filter((type) => type.startsWith('account.'));
  expect(new Set(types)).toEqual(
    new Set(['account.created', 'account.updated', 'account.suspended', 'account.activated']),
  );
  expect(unlikeCatalogue(rows.map(({ body }) => body))).toEqual([]);
});
