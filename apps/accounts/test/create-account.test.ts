import { eventCatalogue, eventSchema, newId, parsePublicId } from '@florin/contracts';
import { type Answer, type CallOptions, eventually } from '@florin/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Neighbours, startNeighbours } from './neighbours.ts';
import {
  type AccountsDatabase,
  admin,
  createAccountsDatabase,
  newEmail,
  PASSWORD,
  signUpBody,
  startAccounts,
} from './start-accounts.ts';

let neighbours: Neighbours;
let database: AccountsDatabase;
let accounts: Awaited<ReturnType<typeof startAccounts>>;
beforeAll(async () => {
  [neighbours, database] = await Promise.all([startNeighbours(), createAccountsDatabase()]);
  accounts = await startAccounts(database, neighbours);
});
afterAll(async () => {
  await accounts.stop();
  await Promise.all([neighbours.stop(), database.drop()]);
});

const post = (body: unknown, options: CallOptions = {}) =>
  accounts.call('POST', '/v1/accounts', { body, ...options });
const outcome = ({ status, body }: Answer) => `${status} ${body.error ?? ''}`.trim();
const idOf = ({ body }: Answer) => parsePublicId('account', body.id) ?? '';
const logIn = (email: string, password = PASSWORD) =>
  neighbours.identity.call('POST', '/v1/auth/login', { body: { email, password } });
const ownerOf = (account: Answer) => ({ accountId: idOf(account), role: 'owner' }) as const;

describe('POST /v1/accounts', () => {
  it('201: an account with defaults, an owner and a balance', async () => {
    const { email, ...rest } = signUpBody();
    const before = Date.now();
    const opened = await post({ email: ` ${email.toUpperCase()}\n`, ...rest });
    expect(opened.status).toBe(201);
    expect(opened.body).toEqual({
      id: expect.stringMatching(/^acc_[0-9a-z]{26}$/),
      email,
      name: 'Ada',
      type: 'business',
      status: 'active',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: opened.body.created_at,
      settings: { currency: 'USD', timezone: 'UTC', language: 'en' },
      return_urls: [],
      status_reason: null,
      object: 'account',
      livemode: false,
    });
    expect(Math.abs(Date.parse(opened.body.created_at) - before)).toBeLessThan(60_000);

    const login = await logIn(email);
    expect(login.body.user).toEqual({ id: expect.any(String), email, name: 'Ada' });
    const caller = {
      ...ownerOf(opened),
      userId: parsePublicId('user', login.body.user.id) ?? null,
    };
    const balance = await neighbours.ledger.call('GET', '/v1/account/balance', { caller });
    expect(balance.body).toMatchObject({ account_id: opened.body.id, currency: 'USD', posted: 0 });
    expect((await accounts.call('GET', '/v1/account', { caller })).body).toEqual(opened.body);
  });

  it('201: settings in their canonical forms, the balance in their currency', async () => {
    const settings = {
      currency: 'jpy',
      timezone: 'europe/zurich',
      language: 'DE-ch',
    };
    const return_urls = ['https://SHOP.example/thanks'];
    const opened = await post(signUpBody({ settings, return_urls, type: 'individual' }));
    expect(opened.body).toMatchObject({
      type: 'individual',
      settings: {
        ...settings,
        currency: 'JPY',
        timezone: 'Europe/Zurich',
        language: 'de-CH',
      },
      return_urls: ['https://shop.example/thanks'],
    });
    const caller = { ...ownerOf(opened), userId: admin.userId };
    const balance = await neighbours.ledger.call('GET', '/v1/account/balance', { caller });
    expect(balance.body.currency).toBe('JPY');
  });

  it.each([
    ['no settings', { settings: null }],
    ['empty settings', { settings: {} }],
    ['nulls', { settings: { currency: null, timezone: null, language: null }, return_urls: null }],
  ])('201: defaults for %s', async (_what, change) => {
    const { body } = await post(signUpBody(change));
    expect(body.settings).toEqual({
      currency: 'USD',
      timezone: 'UTC',
      language: 'en',
    });
    expect(body.return_urls).toEqual([]);
  });

  it.each([
    ['a name of 200 characters beyond the first plane', { name: '😀'.repeat(200) }],
    ['a password of 8 characters', { password: '😀'.repeat(8) }],
    ['a password of 256 characters', { password: 'é'.repeat(256) }],
  ])('201: %s', async (_what, change) => {
    const { email, ...rest } = signUpBody(change);
    expect(outcome(await post({ email, ...rest }))).toBe('201');
    expect((await logIn(email, rest.password)).status).toBe(200);
  });

  it('400: fields that no client may set, and nothing is opened', async () => {
    const body = JSON.parse(`{"id": "acc_01h455vb4pex5vsknk084sn02q", "status": "closed",
      "role": "admin", "created_at": "2001-01-01T00:00:00Z", "updated_at": "2001-01-01T00:00:00Z",
      "closed_at": "2001-01-01T00:00:00Z", "is_platform": true, "isPlatform": true, "version": 9,
      "creatorUserId": "${admin.userId}", "account_id": "x", "passwordHash": "x",
      "__proto__": {"type": "individual", "isPlatform": true}, "constructor": {"prototype": {}}}`);
    const wanted = signUpBody();
    for (const [name, value] of Object.entries(body)) {
      const sent = JSON.stringify({ ...wanted, chosen: value }).replace('"chosen"', `"${name}"`);
      const answer = await post(JSON.parse(sent));
      expect([outcome(answer), answer.body.message]).toEqual([
        '400 invalid_request',
        expect.stringContaining(name),
      ]);
    }
    const rows = 'select from accounts.accounts where email = $1';
    expect(await database.query(rows, [wanted.email])).toEqual([]);
  });

  it.each<[what: string, field: string, change: object]>([
    ['no email', 'email', { email: undefined }],
    ['an email that is null', 'email', { email: null }],
    ['an invalid email', 'email', { email: 'ada' }],
    ['an email in an array', 'email', { email: ['a@example.com'] }],
    ['NUL in an email', 'email', { email: 'a\0@example.com' }],
    ['a zero-width character in an email', 'email', { email: 'a\u200b@example.com' }],
    ['an email beyond ASCII before the @', 'email', { email: 'ä@example.com' }],
    ['a long email', 'email', { email: `a@${'a'.repeat(250)}.com` }],
    ['no name', 'name', { name: undefined }],
    ['a name that is null', 'name', { name: null }],
    ['a name that is a number', 'name', { name: 1 }],
    ['an empty name', 'name', { name: '' }],
    ['a blank name', 'name', { name: ' \n' }],
    ['NUL in a name', 'name', { name: 'A\0' }],
    ['a lone surrogate in a name', 'name', { name: '\ud800' }],
    ['a name of 201 characters', 'name', { name: 'A'.repeat(201) }],
    ['no type', 'type', { type: undefined }],
    ['an unknown type', 'type', { type: 'club' }],
    ['a type in capitals', 'type', { type: 'BUSINESS' }],
    ['a type of every object', 'type', { type: 'constructor' }],
    ['no password', 'password', { password: undefined }],
    ['a password that is null', 'password', { password: null }],
    ['a password that is a number', 'password', { password: 12345678 }],
    ['a password of 7 characters', 'password', { password: '😀'.repeat(7) }],
    ['a password of 257 characters', 'password', { password: 'x'.repeat(257) }],
    ['NUL in a password', 'password', { password: 'correct\0horse' }],
    ['a lone surrogate in a password', 'password', { password: 'correct horse\udc00' }],
    ['settings that are text', 'settings', { settings: 'USD' }],
    ['settings in an array', 'settings', { settings: [] }],
    ['an unknown currency', 'settings.currency', { settings: { currency: 'XXX' } }],
    ['a currency that is gone', 'settings.currency', { settings: { currency: 'DEM' } }],
    ['a currency that is a number', 'settings.currency', { settings: { currency: 840 } }],
    ['an empty currency', 'settings.currency', { settings: { currency: '' } }],
    ['an unknown zone', 'settings.timezone', { settings: { timezone: 'Mars/Olympus' } }],
    ['an offset as zone', 'settings.timezone', { settings: { timezone: '+01:00' } }],
    ['an empty zone', 'settings.timezone', { settings: { timezone: '' } }],
    ['an unknown language', 'settings.language', { settings: { language: 'english' } }],
    ['a language in another notation', 'settings.language', { settings: { language: 'en_US' } }],
    ['a return_url that is not https', 'return_urls.0', { return_urls: ['http://shop.example/'] }],
    [
      'a return_url with a password',
      'return_urls.0',
      { return_urls: ['https://a:b@shop.example/'] },
    ],
    ['21 return_urls', 'return_urls', { return_urls: Array(21).fill('https://shop.example/') }],
    ['a return_url that is text', 'return_urls', { return_urls: 'https://shop.example/' }],
    ['languages', 'settings.language', { settings: { language: ['en', 'de'] } }],
  ])('400: %s', async (_what, field, change) => {
    const answer = await post(signUpBody(change));
    expect(outcome(answer)).toBe('400 invalid_request');
    expect(answer.body.message).toMatch(new RegExp(`^${field}: `));
  });

  it.each([
    ['null', null],
    ['an array', []],
    ['text', 'account'],
    ['a number', 1],
  ])('400: a body that is %s', async (_what, body) => {
    expect(outcome(await post(body))).toBe('400 invalid_request');
  });

  it('400: no body at all', async () => {
    expect(outcome(await accounts.call('POST', '/v1/accounts'))).toBe('400 invalid_request');
  });

  it('starts nothing for refused requests', async () => {
    const count = () => database.query('select count(*) from accounts.saga_runs');
    const before = await count();
    const { email, ...rest } = signUpBody({ type: 'club' });
    await post({ email, ...rest });
    expect(await count()).toEqual(before);
    expect(outcome(await post({ email, ...rest, type: 'business' }))).toBe('201');
  });

  it.each([
    ['as it is', (email: string) => email],
    ['in capitals', (email: string) => email.toUpperCase()],
    ['with blanks around', (email: string) => `\t${email} `],
    ['with its domain decoded', (email: string) => email.replace('xn--bcher-kva', 'bücher')],
    ['with its domain in capitals', (email: string) => email.replace('xn--', 'XN--')],
  ])('409 email_exists: the same email %s', async (_what, respell) => {
    const email = newEmail().replace('example.com', 'xn--bcher-kva.example');
    expect((await post(signUpBody({ email }))).body.email).toBe(email);
    const answer = await post(signUpBody({ email: respell(email) }));
    expect(outcome(answer)).toBe('409 email_exists');
    expect(Object.keys(answer.body)).toEqual(['error', 'message']);
  });

  it('gives an email address to one of twenty concurrent requests', async () => {
    const body = signUpBody();
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(body)));
    expect(answers.map(outcome).sort()).toEqual(['201', ...Array(19).fill('409 email_exists')]);
    const balances = await neighbours.query(
      `select from identity.emails e join ledger.balances b on b.account_id = e.account_id
        where e.email = $1`,
      [body.email],
    );
    expect(balances).toHaveLength(1);
  });

  it('403: a suspended account opens no other', async () => {
    const caller = { ...admin, role: 'owner', readOnly: true } as const;
    expect(outcome(await post(signUpBody(), { caller }))).toBe('403 forbidden');
  });

  it('401: an API key opens no account, whatever its scopes', async () => {
    const caller = { accountId: admin.userId, scopes: ['account:write'] } as const;
    expect(outcome(await post(signUpBody(), { caller }))).toBe('401 unauthorized');
  });

  it('makes no owner of another account’s user', async () => {
    const first = await post(signUpBody());
    const users = (account: Answer) =>
      neighbours.query<{ id: string }>('select id from identity.users where account_id = $1', [
        idOf(account),
      ]);
    const [user] = await users(first);
    const caller = { ...ownerOf(first), userId: user?.id ?? '' };
    const second = await post(signUpBody(), { caller });
    expect(second.status).toBe(201);
    expect(await users(first)).toEqual([user]);
    expect(await users(second)).toHaveLength(1);
  });

  it('is published as one event, with its cause', async () => {
    const opened = await post(signUpBody(), { caller: admin, idempotencyKey: 'order-1' });
    const rows = await database.query<{ body: string }>(
      'select body from accounts.outbox where aggregate_id = $1',
      [idOf(opened)],
    );
    expect(rows).toHaveLength(1);
    const event = eventSchema.parse(JSON.parse(rows[0]?.body ?? ''));
    expect(event).toMatchObject({
      type: 'account.created',
      account_id: idOf(opened),
      aggregate_sequence: 1,
      created_at: opened.body.created_at,
      request: {
        id: expect.any(String),
        idempotency_key: 'order-1',
        actor: expect.objectContaining({ user_id: expect.any(String) }),
      },
    });
    expect(eventCatalogue['account.created'].strict().parse(event.data.object)).toEqual(
      opened.body,
    );
  });
});

describe('an Idempotency-Key', () => {
  const keyed = (body: unknown, idempotencyKey: string, caller = admin) =>
    post(body, { caller, idempotencyKey });

  it('returns the first response', async () => {
    const body = signUpBody();
    const first = await keyed(body, 'first');
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    const { email, ...rest } = body;
    for (const again of [body, { ...rest, email: email.toUpperCase() }]) {
      const replay = await keyed(again, 'first');
      expect([replay.status, replay.body]).toEqual([201, first.body]);
      expect(replay.headers.get('idempotent-replayed')).toBe('true');
    }
  });

  it.each([
    ['email', { email: newEmail() }],
    ['name', { name: 'Bob' }],
    ['type', { type: 'individual' }],
    ['settings', { settings: { currency: 'EUR' } }],
  ])('422: another %s under the same key', async (what, change) => {
    const body = signUpBody();
    await keyed(body, `other-${what}`);
    const answer = await keyed({ ...body, ...change }, `other-${what}`);
    expect(outcome(answer)).toBe('422 invalid_request');
  });

  it('remembers 409', async () => {
    const { email } = (await post(signUpBody())).body;
    const body = signUpBody({ email });
    const first = await keyed(body, 'taken');
    expect(outcome(first)).toBe('409 email_exists');
    const replay = await keyed(body, 'taken');
    expect([outcome(replay), replay.body]).toEqual(['409 email_exists', first.body]);
    expect(replay.headers.get('idempotent-replayed')).toBe('true');
  });

  it('forgets 400', async () => {
    const body = signUpBody({ type: 'club' });
    expect(outcome(await keyed(body, 'typo'))).toBe('400 invalid_request');
    expect(outcome(await keyed({ ...body, type: 'business' }, 'typo'))).toBe('201');
  });

  it('opens one account for ten concurrent requests', async () => {
    const body = signUpBody();
    const answers = await Promise.all(Array.from({ length: 10 }, () => keyed(body, 'at-once')));
    expect(answers.map(outcome)).toEqual(Array(10).fill('201'));
    expect(new Set(answers.map(({ body: account }) => account.id)).size).toBe(1);
    const replayed = answers.filter(({ headers }) => headers.has('idempotent-replayed'));
    expect(replayed).toHaveLength(9);
  });

  it('belongs to its caller', async () => {
    const body = signUpBody();
    await keyed(body, 'mine');
    const stranger = { ...admin, userId: admin.sessionId };
    expect(outcome(await keyed(signUpBody(), 'mine', stranger))).toBe('201');
  });

  it.each(['a'.repeat(256), 'two words', 'ä'])('400: %j', async (idempotencyKey) => {
    expect(outcome(await keyed(signUpBody(), idempotencyKey))).toBe('400 invalid_request');
  });

  it('is ignored without a token', async () => {
    const [first, second] = [signUpBody(), signUpBody()];
    expect(outcome(await post(first, { idempotencyKey: 'anonymous' }))).toBe('201');
    expect(outcome(await post(second, { idempotencyKey: 'anonymous' }))).toBe('201');
    expect(outcome(await post(first, { idempotencyKey: 'anonymous' }))).toBe('409 email_exists');
    const keys = await database.query(
      `select from accounts.idempotency_keys where key = 'anonymous'`,
    );
    expect(keys).toEqual([]);
  });
});

it('stores no password, and no hash of one, outside identity', async () => {
  const canary = `canary-${newId()}`;
  const body = signUpBody({ password: canary });
  const answers = [
    await post(body, { caller: admin, idempotencyKey: 'secret' }),
    await post(body, { caller: admin, idempotencyKey: 'secret' }),
    await post(body),
    await post({ ...body, type: canary }),
    await post({ ...body, password: [canary] }),
    await post({ [canary]: canary }),
    await post(canary),
    await post(signUpBody({ email: canary })),
    await post(signUpBody({ settings: { currency: canary } })),
    await accounts.call('POST', `/v1/accounts?password=${canary}`, { body: { password: canary } }),
  ];
  expect(answers.map(outcome)).toEqual([
    '201',
    '201',
    '409 email_exists',
    ...Array(7).fill('400 invalid_request'),
  ]);
  await eventually(async () => {
    const unpublished = 'select from accounts.outbox where published_at is null';
    expect(await database.query(unpublished)).toEqual([]);
  });

  const dump = async (from: Pick<AccountsDatabase, 'query'>, tables: readonly string[]) =>
    JSON.stringify(
      await Promise.all(tables.map((table) => from.query(`select t::text from ${table} t`))),
    );
  const own = ['accounts', 'saga_runs', 'idempotency_keys', 'outbox', 'leases'];
  const places = {
    // A response repeats the name, even if it is a secret.
    replies: JSON.stringify(answers.toSpliced(5, 1).map((answer) => answer.body)),
    rows: await dump(
      database,
      own.map((table) => `accounts.${table}`),
    ),
    events: await dump(neighbours, ['identity.outbox', 'ledger.outbox']),
    logs: [accounts, neighbours.identity, neighbours.ledger].map(({ output }) => output()).join(),
  };
  for (const [place, text] of Object.entries(places))
    for (const secret of [canary, '$2b$'])
      expect([place, text.includes(secret)]).toEqual([place, false]);
  // Proves that the search covered the written data.
  expect(places.rows).toContain(body.email);
  expect(places.logs).toContain('answered');
});

describe('POST /v1/accounts where sign-up is closed', () => {
  it('401: requires the token of an admin, and says so', async () => {
    const closed = await startAccounts(database, neighbours, { closesSignUp: true });
    const open = (caller: CallOptions['caller'] = {}) =>
      closed.call('POST', '/v1/accounts', { body: signUpBody(), caller });
    const owner = ownerOf(await post(signUpBody()));
    for (const caller of [{}, { userId: newId() }, { ...owner, userId: newId() }]) {
      const { status, body } = await open(caller);
      expect([status, body.error]).toEqual([401, 'unauthorized']);
      expect(body.message).toContain('sign-up is closed here');
    }
    expect((await open(admin)).status).toBe(201);
    await closed.stop();
  });
});
