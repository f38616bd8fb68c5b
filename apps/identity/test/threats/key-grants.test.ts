import { type Scope, scopes } from '@florin/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeJoining } from '../joining.ts';
import { callBy, type Key, makeKeys, toKey } from '../key-callers.ts';
import { checkKey, createKey, isKeyAlive } from '../keys.ts';
import { createUser, newCoOwner, newOwner, newUser, outcome, type Person } from '../people.ts';
import { acts, doors, type Letter, letters } from '../people-acts.ts';
import { useIdentity } from '../start-identity.ts';
import { newEmail } from '../steps.ts';

const service = useIdentity();
const { identity } = service;
const { join } = makeJoining(service);
const call = callBy(identity);
const newKey = makeKeys(identity, () => owner);

let owner: Person;
beforeAll(async () => {
  owner = await newOwner(identity());
});

const without = (...left: readonly Scope[]) => scopes.filter((scope) => !left.includes(scope));
const inMinutes = (minutes: number) =>
  new Date(identity().clock.now().getTime() + minutes * 60_000).toISOString();

describe('an API key that creates keys', () => {
  it.each(without('api_keys:write'))('cannot grant the scope %s that it lacks', async (scope) => {
    const key = await newKey(without(scope));
    const refused = await createKey(identity(), key.caller, { name: 'x', scopes: [scope] });
    expect(outcome(refused)).toBe('403 forbidden');
    expect(refused.body.message).toContain(scope);
    const { body } = await createKey(identity(), key.caller, { name: 'x' });
    expect(body.scopes).toEqual(without(scope));
  });

  it("grants its own scopes, without naming its creator's user", async () => {
    const key = await newKey(['api_keys:write', 'payments:read']);
    const made = toKey(
      await createKey(identity(), key.caller, { name: 'x', scopes: ['payments:read'] }),
    );
    expect(made.answer.body.created_by_id).toBeNull();
    expect((await checkKey(identity(), made.answer.body.secret)).scopes).toEqual(['payments:read']);
  });

  it('creates none that outlives itself', async () => {
    const key = await newKey(['api_keys:write'], { expires_at: inMinutes(10) });
    for (const expires_at of [inMinutes(11), '2999-01-01'])
      expect(outcome(await createKey(identity(), key.caller, { name: 'x', expires_at }))).toBe(
        '403 forbidden',
      );
    const { body } = await createKey(identity(), key.caller, { name: 'x' });
    expect(body.expires_at).toBe(key.answer.body.expires_at);
    const sooner = await createKey(identity(), key.caller, { name: 'x', expires_at: inMinutes(1) });
    expect(sooner.body.expires_at).toBe(inMinutes(1));
  });

  it('rotates itself and weaker keys, and none with more scopes or a later expiry', async () => {
    const key = await newKey(['api_keys:write', 'payments:read'], { expires_at: inMinutes(10) });
    const lesser = await newKey(['payments:read'], { expires_at: inMinutes(5) });
    const rotate = ({ id }: Key) => call(key, 'POST', `/v1/api_keys/${id}/rotate`);
    expect(outcome(await rotate(lesser))).toBe('200');
    expect(outcome(await rotate(key))).toBe('200');
    const others = [await newKey(['payments:write']), await newKey(['payments:read'])];
    for (const other of others) {
      expect(outcome(await rotate(other))).toBe('403 forbidden');
      expect(await isKeyAlive(identity(), other.answer)).toBe(true);
    }
  });

  it('creates and rotates none while its former secret works', async () => {
    const key = await newKey(['api_keys:write']);
    const path = `/v1/api_keys/${key.id}/rotate`;
    const rotated = await call(key, 'POST', path, { overlap_seconds: 60 });
    expect(rotated.status).toBe(200);
    expect(outcome(await call(key, 'POST', path))).toBe('409 conflict');
    expect(outcome(await createKey(identity(), key.caller, { name: 'x' }))).toBe('409 conflict');
    identity().clock.advance(61_000);
    expect((await createKey(identity(), key.caller, { name: 'x' })).status).toBe(201);
  });

  it('creates none once revoked, even with a caller assertion of a moment ago', async () => {
    const key = await newKey(['api_keys:write']);
    expect((await call(owner, 'DELETE', `/v1/api_keys/${key.id}`)).status).toBe(200);
    expect(outcome(await createKey(identity(), key.caller, { name: 'x' }))).toBe(
      '401 unauthorized',
    );
  });

  it('reads and revokes only keys of its account', async () => {
    const stranger = await newOwner(identity());
    const theirs = await newKey(['payments:read'], {}, stranger);
    const key = await newKey(['api_keys:read', 'api_keys:write']);
    const at = `/v1/api_keys/${theirs.id}`;
    for (const [method, path] of [
      ['GET', at],
      ['DELETE', at],
      ['POST', `${at}/rotate`],
    ] as const)
      expect(outcome(await call(key, method, path))).toBe('404 not_found');
    const { body } = await call(key, 'GET', '/v1/api_keys?limit=100');
    expect(body.data.map(({ id }: { id: string }) => id)).not.toContain(theirs.id);
    const mine = await newKey(['payments:read']);
    expect(outcome(await call(key, 'DELETE', `/v1/api_keys/${mine.id}`))).toBe('200');
  });
});

/** The scopes equivalent to each role; support may refund. */
const reach = {
  member: scopes.filter(
    (scope) =>
      /^(transactions|payments|payouts|subscriptions|events):/.test(scope) ||
      scope === 'account:read',
  ),
  support: [
    ...(['transactions:read', 'payments:read', 'payments:write'] as const),
    ...(['subscriptions:read', 'account:read'] as const),
  ],
} satisfies Record<string, readonly Scope[]>;

describe('an API key that writes users', () => {
  it('creates members only with all scopes of a member', async () => {
    const key = await newKey(['users:write', ...reach.member]);
    const made = await createUser(identity(), key.caller);
    expect([made.status, made.body.role]).toEqual([201, 'member']);
    expect(made.body.account_id).toBe(key.answer.body.account_id);
    for (const scope of reach.member) {
      const less = await newKey(['users:write', ...reach.member.filter((each) => each !== scope)]);
      expect(outcome(await createUser(identity(), less.caller))).toBe('401 unauthorized');
    }
  });

  it.each(Object.keys(reach) as (keyof typeof reach)[])(
    'invites as %s and grants it only with all scopes of the role',
    async (role) => {
      const enough = await newKey(['users:write', ...reach[role]]);
      const person = await join(owner, role === 'support' ? 'support' : 'accountant');
      const invite = (key: Key) =>
        call(key, 'POST', '/v1/invitations', { email: newEmail(), role });
      const grant = (key: Key) => call(key, 'PATCH', `/v1/account/users/${person.id}`, { role });
      expect(outcome(await invite(enough))).toBe('201');
      expect(outcome(await grant(enough))).toBe('200');
      for (const scope of reach[role]) {
        const less = await newKey(['users:write', ...reach[role].filter((each) => each !== scope)]);
        expect([outcome(await invite(less)), outcome(await grant(less))]).toEqual([
          '403 forbidden',
          '403 forbidden',
        ]);
      }
    },
  );

  it.each(['owner', 'account_admin'])(
    'never grants the role %s, whatever its scopes',
    async (role) => {
      const key = await newKey(scopes);
      const person = await newUser(identity(), owner.caller);
      const answers = [
        await call(key, 'POST', '/v1/invitations', { email: newEmail(), role }),
        await call(key, 'PATCH', `/v1/account/users/${person.id}`, { role }),
        await call(key, 'PATCH', `/v1/users/${person.id}`, { role }),
        await call(key, 'POST', '/v1/account/owner', { user_id: person.id }),
      ];
      expect(answers.map(outcome)).toEqual([
        '403 forbidden',
        '403 forbidden',
        '401 unauthorized',
        '403 forbidden',
      ]);
    },
  );

  /** The acts that a key with these scopes may do to a person, each by its route. */
  const relations = [
    [
      'a member whose login the account made',
      scopes,
      'smnduxrq',
      () => newUser(identity(), owner.caller),
    ],
    ['a member who joined by invitation', scopes, 'smrq', () => join(owner, 'member')],
    ['an owner', scopes, 'sm', () => newCoOwner(identity(), owner)],
    ['an account admin', scopes, 'sm', () => join(owner, 'account_admin')],
    [
      'a member, without the scopes of one',
      ['users:write'],
      'sm',
      () => newUser(identity(), owner.caller),
    ],
    ['a member, reading alone', ['users:read'], 'sm', () => newUser(identity(), owner.caller)],
    ['a person of another account', scopes, '', async () => newOwner(identity())],
  ] as const;
  it.each(relations)(
    'may do to %s exactly its allowed acts',
    async (_who, granted, allowed, make) => {
      const key = await newKey(granted);
      const elsewhere = await newOwner(identity());
      const done: Letter[] = [];
      for (const letter of letters) {
        const person = await make();
        if (letter === 'u')
          await service
            .database()
            .query(`update users set status = 'pending' where id = $1`, [person.userId]);
        const ask = (...asked: [string, string, object?]) => call(key, ...asked);
        const { status } = await doors[letter](ask, person.id, elsewhere.id);
        // A read-only key may use any read route for which it has the scope.
        if (status < 300) done.push(letter);
        else expect([400, 401, 403, 404], acts[letter]).toContain(status);
      }
      const readable = granted.some((scope) => scope === 'users:read')
        ? allowed
        : allowed.replace('sm', '');
      expect(done.toSorted().join('')).toBe([...readable].toSorted().join(''));
    },
  );

  it('takes over no login: it sets no password, even of a login that it created', async () => {
    const key = await newKey(scopes);
    const { body } = await createUser(identity(), key.caller);
    const password = 'another horse battery';
    const refused = await call(key, 'PATCH', `/v1/users/${body.id}`, { password });
    expect(outcome(refused)).toBe('401 unauthorized');
    const email = await call(key, 'PATCH', `/v1/users/${body.id}`, { email: newEmail() });
    expect(outcome(email)).toBe('400 invalid_request');
    // The account knows the password, so the login is not the user's own yet.
    const [row] = await service
      .database()
      .query(`select has_own_password from users where email = $1`, [body.email]);
    expect(row).toEqual({ has_own_password: false });
  });
});
