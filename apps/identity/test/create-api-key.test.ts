import { parsePublicId, scopes, toPublicId } from '@florin/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkKey, createKey, isKeyAlive } from './keys.ts';
import { keyOf, newOwner, newPeople, outcome } from './people.ts';
import { useIdentity } from './start-identity.ts';
import { context } from './steps.ts';

const { identity, database } = useIdentity();
let people: Awaited<ReturnType<typeof newPeople>>;
beforeAll(async () => {
  people = await newPeople(identity());
});
const at = (ms: number) => new Date(identity().clock.now().getTime() + ms).toISOString();

describe('POST /v1/api_keys', () => {
  it('201: returns the secret of a key with all scopes', async () => {
    const { owner } = people;
    const created = await createKey(identity(), owner.caller);
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      id: expect.stringMatching(/^key_/),
      object: 'api_key',
      livemode: false,
      account_id: toPublicId('account', owner.accountId ?? ''),
      name: 'back end',
      prefix: created.body.secret.slice(0, 12),
      scopes,
      created_at: identity().clock.now().toISOString(),
      created_by_id: toPublicId('user', owner.caller.userId ?? ''),
      expires_at: null,
      last_used_at: null,
      secret: expect.stringMatching(/^sk_test_[\w-]{43}$/),
    });
    expect(created.headers.get('cache-control')).toBe('no-store');
    expect(await checkKey(identity(), created.body.secret)).toMatchObject({
      alive: true,
      keyId: parsePublicId('apiKey', created.body.id),
      accountId: owner.accountId,
      scopes,
      readOnly: false,
    });
  });

  it('201: stores each scope once in a fixed order, and an expiry', async () => {
    const created = await createKey(identity(), people.owner.caller, {
      name: 'short',
      scopes: ['transactions:write', 'account:read', 'transactions:write'],
      expires_at: at(60_000),
    });
    expect(created.body).toMatchObject({
      scopes: ['transactions:write', 'account:read'],
      expires_at: at(60_000),
    });
    expect((await checkKey(identity(), created.body.secret)).scopes).toEqual(created.body.scopes);
    identity().clock.advance(59_999);
    expect(await isKeyAlive(identity(), created)).toBe(true);
    identity().clock.advance(1);
    expect(await isKeyAlive(identity(), created)).toBe(false);
  });

  it('201: treats a date as the end of that day in UTC, null as not sent', async () => {
    const options = { name: 'x', expires_at: '2999-02-28', scopes: null };
    const { body } = await createKey(identity(), people.owner.caller, options);
    expect([body.expires_at, body.scopes]).toEqual(['2999-02-28T23:59:59.999Z', scopes]);
    const never = { name: 'x', expires_at: null };
    const created = await createKey(identity(), people.owner.caller, never);
    expect(created.body.expires_at).toBe(null);
  });

  it.each([
    {},
    { name: '' },
    { name: null },
    { name: 'x'.repeat(201) },
    { name: 'x\0' },
    { name: 'x', scopes: [] },
    { name: 'x', scopes: ['audit_log:write'] },
    { name: 'x', scopes: 'account:read' },
    { name: 'x', scopes: [['account:read']] },
    { name: 'x', expires_at: '2020-01-01T00:00:00Z' },
    { name: 'x', expires_at: 'infinity' },
    { name: 'x', expires_at: '2999-02-30' },
    { name: 'x', expires_at: '2999-01-01T00:00:61' },
    { name: 'x', expires_at: '+010000-01-01T00:00:00Z' },
    { name: 'x', expires_at: 4_102_444_800 },
    null,
    [],
  ])('400: %j', async (body) => {
    expect(outcome(await createKey(identity(), people.owner.caller, body))).toBe(
      '400 invalid_request',
    );
  });

  it('400: an admin for another account', async () => {
    const account_id = toPublicId('account', people.owner.accountId ?? '');
    const answer = await createKey(identity(), people.admin.caller, { name: 'x', account_id });
    expect(outcome(answer)).toBe('400 invalid_request');
    expect(answer.body.message).toBe('account_id cannot be set here');
  });

  it('refuses fields that clients may not set', async () => {
    const text = `{"name":"x","id":"key_x","status":"y","secret":"sk_test_x","prefix":"p",
      "created_at":"2001-01-01T00:00:00Z","last_used_at":"2001-01-01T00:00:00Z","role":"admin",
      "__proto__":{"scopes":[]},"constructor":{"name":"y"}}`;
    const answer = await createKey(identity(), people.owner.caller, JSON.parse(text));
    expect(outcome(answer)).toBe('400 invalid_request');
    expect(answer.body.message).toBe(
      'unknown members status, role, __proto__ and 1 more; id, secret, prefix and 2 more cannot be set here',
    );
  });

  it.each(['member', 'platform', 'loner'] as const)('403: a %s', async (who) => {
    expect(outcome(await createKey(identity(), people[who].caller))).toBe('403 forbidden');
  });

  it('403: an API key without the scope, a suspended account and a closed one · 401: no token', async () => {
    expect(outcome(await createKey(identity(), keyOf(people.owner)))).toBe('403 forbidden');
    const readOnly = { ...people.owner.caller, readOnly: true };
    expect(outcome(await createKey(identity(), readOnly))).toBe('403 forbidden');
    const closed = await newOwner(identity());
    await identity().client.closeAccount({ accountId: closed.accountId ?? '' }, context());
    expect(outcome(await createKey(identity(), closed.caller))).toBe('403 forbidden');
    expect(outcome(await createKey(identity(), {}))).toBe('401 unauthorized');
  });

  it('is replayed under its Idempotency-Key without the secret, which is never stored', async () => {
    const first = await createKey(identity(), people.owner.caller, { name: 'once' }, 'once');
    const replay = await createKey(identity(), people.owner.caller, { name: 'once' }, 'once');
    const { secret, ...rest } = first.body;
    expect([replay.status, replay.body]).toEqual([201, rest]);
    expect(replay.headers.get('idempotent-replayed')).toBe('true');
    expect(await isKeyAlive(identity(), first)).toBe(true);
    const other = await createKey(identity(), people.owner.caller, { name: 'other' }, 'once');
    expect(outcome(other)).toBe('422 invalid_request');
    const tables = ['api_keys', 'api_key_secrets', 'outbox', 'idempotency_keys'];
    for (const table of tables) {
      const rows = await database().query(`select t::text from ${table} t`);
      expect(rows.length).toBeGreaterThan(0);
      expect(JSON.stringify(rows)).not.toContain(secret.slice(12));
    }
    expect(identity().logLines.join('')).not.toContain(secret.slice(12));
  });

  it('creates one key for concurrent calls under one Idempotency-Key', async () => {
    const owner = await newOwner(identity());
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        createKey(identity(), owner.caller, { name: 'x' }, 'at-once'),
      ),
    );
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(answers.filter(({ body }) => body.secret !== undefined)).toHaveLength(1);
  });

  it('leaves no valid key to an account that closes concurrently', async () => {
    for (let round = 0; round < 10; round += 1) {
      const owner = await newOwner(identity());
      const [first, second] = await Promise.all([
        createKey(identity(), owner.caller),
        createKey(identity(), owner.caller),
        identity().client.closeAccount({ accountId: owner.accountId ?? '' }, context()),
      ]);
      for (const created of [first, second])
        if (created.status === 201) expect(await isKeyAlive(identity(), created)).toBe(false);
        else expect(outcome(created)).toBe('403 forbidden');
    }
  });
});
