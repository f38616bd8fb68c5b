import { newId, parsePublicId, toPublicId } from '@florin/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkKey, createKey, isKeyAlive } from './keys.ts';
import { keyOf, newOwner, newPeople, newUser, outcome, type Person } from './people.ts';
import { useIdentity } from './start-identity.ts';
import { context } from './steps.ts';

const { identity, database } = useIdentity();
let people: Awaited<ReturnType<typeof newPeople>>;
beforeAll(async () => {
  people = await newPeople(identity());
});

type By = Pick<Person, 'caller'>;
const call = (by: By, method: string, path = '', body?: unknown, idempotencyKey?: string) =>
  identity().call(method, `/v1/api_keys${path}`, {
    caller: by.caller,
    body,
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  });
const newKey = async (by: By = people.owner) => (await createKey(identity(), by.caller)).body;
const isAlive = async (secret: string) => (await checkKey(identity(), secret)).alive;

describe('GET /v1/api_keys', () => {
  it('200: lists the keys of the account, newest first, in pages, without secrets', async () => {
    const owner = await newOwner(identity());
    const keys = [];
    for (let count = 0; count < 5; count += 1) keys.unshift(await newKey(owner));
    await newKey(people.otherOwner);
    const shown = keys.map(({ secret, ...key }) => key);
    const list = (query: string) => call(owner, 'GET', query);
    expect((await list('')).body).toEqual({ object: 'list', data: shown, has_more: false });
    const first = (await list('?limit=2')).body;
    expect([first.data, first.has_more]).toEqual([shown.slice(0, 2), true]);
    const second = (await list(`?limit=2&starting_after=${first.data[1].id}`)).body;
    expect([second.data, second.has_more]).toEqual([shown.slice(2, 4), true]);
    const back = (await list(`?limit=2&ending_before=${shown[4]?.id}`)).body;
    expect([back.data, back.has_more]).toEqual([shown.slice(2, 4), true]);
  });

  it('400: malformed cursors, cursors of another account, two cursors', async () => {
    const [mine, other] = [await newKey(), await newKey(people.otherOwner)];
    for (const query of [
      'starting_after=nonsense',
      `starting_after=${other.id}`,
      `ending_before=${toPublicId('apiKey', newId())}`,
      `starting_after=${mine.id}&ending_before=${mine.id}`,
      'limit=0',
    ])
      expect(outcome(await call(people.owner, 'GET', `?${query}`))).toBe('400 invalid_request');
  });
});

describe('GET /v1/api_keys/{api_key_id}', () => {
  it('200: returns the last use of a key, a few minutes late', async () => {
    const { secret, ...key } = await newKey();
    const read = async () => (await call(people.owner, 'GET', `/${key.id}`)).body;
    expect(await read()).toEqual(key);
    const usedAt = identity().clock.now().toISOString();
    await checkKey(identity(), secret);
    identity().clock.advance(299_999);
    await Promise.all(Array.from({ length: 5 }, () => checkKey(identity(), secret)));
    expect(await read()).toEqual({ ...key, last_used_at: usedAt });
    identity().clock.advance(2);
    await Promise.all(Array.from({ length: 5 }, () => checkKey(identity(), secret)));
    expect((await read()).last_used_at).toBe(identity().clock.now().toISOString());
  });
});

describe('DELETE /v1/api_keys/{api_key_id}', () => {
  it('200: the key is refused at once, and deleted', async () => {
    const key = await newKey();
    const path = `/${key.id}`;
    const revoked = await call(people.owner, 'DELETE', path);
    expect([revoked.status, revoked.body]).toEqual([
      200,
      { id: key.id, message: expect.any(String) },
    ]);
    expect(await isAlive(key.secret)).toBe(false);
    for (const method of ['GET', 'DELETE'])
      expect(outcome(await call(people.owner, method, path))).toBe('404 not_found');
    const id = parsePublicId('apiKey', key.id);
    const rows = await database().query('select kind from revocations where subject = $1', [id]);
    expect(rows).toEqual([{ kind: 'key' }]);
    const events = await database().query<{ body: string }>(
      'select body from outbox where aggregate_id = $1 order by position',
      [id],
    );
    const { secret, ...object } = key;
    expect(events.map(({ body }) => JSON.parse(body))).toMatchObject([
      { type: 'api_key.created', aggregate_sequence: 1, data: { object } },
      { type: 'api_key.revoked', aggregate_sequence: 2, data: { object } },
    ]);
  });

  it('is replayed under its Idempotency-Key', async () => {
    const key = await newKey();
    const first = await call(people.owner, 'DELETE', `/${key.id}`, undefined, 'gone');
    const replay = await call(people.owner, 'DELETE', `/${key.id}`, undefined, 'gone');
    expect([replay.status, replay.body]).toEqual([200, first.body]);
  });

  it('revokes once for concurrent calls', async () => {
    const key = await newKey();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => call(people.owner, 'DELETE', `/${key.id}`)),
    );
    expect(answers.map(outcome).sort()).toEqual(['200', ...Array(4).fill('404 not_found')]);
  });
});

describe('POST /v1/api_keys/{api_key_id}/rotate', () => {
  const rotate = (id: string, body?: unknown, key?: string) =>
    call(people.owner, 'POST', `/${id}/rotate`, body, key);

  it.each([undefined, {}, { overlap_seconds: 0 }])(
    '200: with %j the old secret is refused at once',
    async (body) => {
      const key = await newKey();
      const rotated = await rotate(key.id, body);
      expect(rotated.status).toBe(200);
      const { secret } = rotated.body;
      expect(rotated.body).toEqual({ ...key, secret, prefix: secret.slice(0, 12) });
      expect([await isAlive(key.secret), await isAlive(secret)]).toEqual([false, true]);
      expect(rotated.headers.get('cache-control')).toBe('no-store');
    },
  );

  it('200: the old secret works until the overlap ends, also after another rotation', async () => {
    const key = await newKey();
    const second = (await rotate(key.id, { overlap_seconds: 60 })).body.secret;
    const third = (await rotate(key.id, { overlap_seconds: 604_800 })).body.secret;
    const alive = async () =>
      Promise.all([key.secret, second, third].map((secret) => isAlive(secret)));
    identity().clock.advance(59_999);
    expect(await alive()).toEqual([true, true, true]);
    identity().clock.advance(1);
    expect(await alive()).toEqual([false, true, true]);
    await rotate(key.id, { overlap_seconds: 10 });
    identity().clock.advance(10_000);
    expect(await alive()).toEqual([false, false, false]);
    const stored = await database().query('select from api_key_secrets where key_id = $1', [
      parsePublicId('apiKey', key.id),
    ]);
    expect(stored).toHaveLength(3);
    await rotate(key.id);
    const [left] = await database().query<{ count: string }>(
      'select count(*) from api_key_secrets where key_id = $1',
      [parsePublicId('apiKey', key.id)],
    );
    expect(left?.count).toBe('1');
  });

  it('is replayed under its Idempotency-Key without the secret', async () => {
    const key = await newKey();
    const first = await rotate(key.id, {}, 'rotate');
    const replay = await rotate(key.id, {}, 'rotate');
    const { secret, ...rest } = first.body;
    expect([replay.status, replay.body]).toEqual([200, rest]);
    expect(await isAlive(secret)).toBe(true);
    expect(outcome(await rotate(key.id, { overlap_seconds: 1 }, 'rotate'))).toBe(
      '422 invalid_request',
    );
  });

  it.each([-1, 604_801, 1.5, '60', null])('400: overlap_seconds %j', async (overlap_seconds) => {
    const key = await newKey();
    expect(outcome(await rotate(key.id, { overlap_seconds }))).toBe('400 invalid_request');
    expect(await isAlive(key.secret)).toBe(true);
  });

  it('409 conflict: an expired key', async () => {
    const expires_at = new Date(identity().clock.now().getTime() + 1_000).toISOString();
    const options = { name: 'x', expires_at };
    const { body } = await createKey(identity(), people.owner.caller, options);
    identity().clock.advance(1_000);
    expect(outcome(await rotate(body.id))).toBe('409 conflict');
  });
});

describe('access', () => {
  const methods = [
    ['GET', ''],
    ['GET', '/{id}'],
    ['POST', '/{id}/rotate'],
    ['DELETE', '/{id}'],
  ] as const;
  const ask = async (by: By, key: { id: string }) => {
    const outcomes = [];
    for (const [method, path] of methods)
      outcomes.push(outcome(await call(by, method, path.replace('{id}', key.id))));
    return outcomes;
  };
  const no = Array(4).fill('403 forbidden');
  const unseen = ['200', ...Array(3).fill('404 not_found')];

  it('members, users without an account and keys get 403, no token 401', async () => {
    const key = await newKey();
    for (const who of ['member', 'loner'] as const) expect(await ask(people[who], key)).toEqual(no);
    const apiKey = { ...people.owner.caller, ...keyOf(people.owner), userId: null };
    expect(await ask({ caller: apiKey }, key)).toEqual(no);
    const none = { ...apiKey, accountId: null, scopes: null, role: null };
    expect(await ask({ caller: none }, key)).toEqual(Array(4).fill('401 unauthorized'));
    expect(await isAlive(key.secret)).toBe(true);
  });

  it('no caller sees or changes keys of another account', async () => {
    const key = await newKey();
    expect(await ask(people.otherOwner, key)).toEqual(unseen);
    for (const id of [toPublicId('apiKey', newId()), 'nonsense'])
      expect(await ask(people.owner, { id })).toEqual(unseen);
    expect(await isAlive(key.secret)).toBe(true);
  });

  it('any owner of the account may manage keys; the platform only reads', async () => {
    const key = await newKey();
    expect(await ask(people.coOwner, key)).toEqual(['200', '200', '200', '200']);
    const looking = ['200', '200', '403 forbidden', '403 forbidden'];
    expect(await ask(people.platform, await newKey())).toEqual(looking);
  });

  it('an admin may manage any key, and lists those of all accounts or of one', async () => {
    const key = await newKey();
    const other = await newKey(people.otherOwner);
    const list = async (by: By, accountId: string | null) => {
      const { body } = await call(by, 'GET', `?account_id=${accountId ?? 'nonsense'}`);
      return body.data.map(({ id }: { id: string }) => id);
    };
    const idOf = ({ accountId }: { accountId: string | null }) =>
      toPublicId('account', accountId ?? '');
    expect((await call(people.admin, 'GET', '?limit=2')).body.data).toMatchObject([
      { id: other.id },
      { id: key.id },
    ]);
    expect((await list(people.admin, idOf(people.otherOwner)))[0]).toBe(other.id);
    expect(await list(people.admin, null)).toEqual([]);
    expect(await list(people.owner, idOf(people.otherOwner))).toEqual([]);
    expect(await list(people.owner, idOf(people.owner))).toContain(key.id);
    expect(await ask(people.admin, key)).toEqual(['200', '200', '200', '200']);
  });

  it('403: a suspended account reads its keys and changes none', async () => {
    const key = await newKey();
    const by = { caller: { ...people.owner.caller, readOnly: true } };
    expect(await ask(by, key)).toEqual(['200', '200', '403 forbidden', '403 forbidden']);
  });
});

describe('CheckApiKey', () => {
  const dead = {
    alive: false,
    keyId: '',
    accountId: '',
    scopes: [],
    readOnly: false,
    revision: '0',
    goodForMs: '0',
  };

  it("follows the account's status: read-only, closed", async () => {
    const owner = await newOwner(identity());
    const { secret } = await newKey(owner);
    const accountId = owner.accountId ?? '';
    await identity().client.setAccountAccess({ accountId, access: 'read_only' }, context());
    expect(await checkKey(identity(), secret)).toMatchObject({ alive: true, readOnly: true });
    await identity().client.closeAccount({ accountId }, context());
    expect(await checkKey(identity(), secret)).toEqual(dead);
    const events = await database().query(
      `select from outbox where type = 'api_key.revoked' and body::json->>'account_id' = $1`,
      [accountId],
    );
    expect(events).toHaveLength(1);
  });

  it('outlives the user who created it: keys belong to the account', async () => {
    const owner = await newOwner(identity());
    const second = await newUser(identity(), people.admin.caller, {
      account_id: toPublicId('account', owner.accountId ?? ''),
      role: 'owner',
    });
    const created = await createKey(identity(), second.caller);
    await identity().call('DELETE', `/v1/users/${second.id}`, { caller: second.caller });
    expect(await isKeyAlive(identity(), created)).toBe(true);
  });

  it.each(['', 'sk_live_', `sk_live_${'A'.repeat(43)}`, "' or 1=1 --"])(
    'is refused for %j',
    async (secret) => expect(await checkKey(identity(), secret)).toEqual(dead),
  );

  it.each(['', 'nonsense', 'A'.repeat(44), `${'A'.repeat(42)}+`])(
    'invalid_request: %j is not a hash',
    async (secretHash) => {
      const checked = identity().client.checkApiKey({ secretHash }, context());
      await expect(checked).rejects.toMatchObject({ code: 'invalid_request' });
    },
  );
});
