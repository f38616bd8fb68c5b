import { anonymous, newId, toPublicId } from '@florin/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { createUser, keyOf, newPeople, outcome } from './people.ts';
import { startIdentity, useIdentity } from './start-identity.ts';
import { context, logIn, newEmail, openAccount, PASSWORD, reservationOf } from './steps.ts';

const { identity, database } = useIdentity();
let people: Awaited<ReturnType<typeof newPeople>>;
beforeAll(async () => {
  people = await newPeople(identity());
});
const accountOf = ({ accountId }: { accountId: string | null }) =>
  accountId && toPublicId('account', accountId);

describe('POST /v1/users', () => {
  it('201: without a token, creates a user who can log in at once', async () => {
    const email = newEmail();
    const created = await createUser(identity(), undefined, { email, name: 'Ada' });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      id: expect.stringMatching(/^usr_/),
      object: 'user',
      email_verified: false,
      livemode: null,
      email,
      username: null,
      name: 'Ada',
      status: 'active',
      account_id: null,
      role: null,
      created_at: identity().clock.now().toISOString(),
      updated_at: identity().clock.now().toISOString(),
    });
    const login = await logIn(identity(), email);
    expect(login.body.user).toEqual({ id: created.body.id, email, name: 'Ada' });
  });

  it('201: name may be left out or null', async () => {
    for (const body of [{}, { name: null }])
      expect((await createUser(identity(), undefined, body)).body.name).toBe(null);
  });

  it("201: an owner's token creates a member of their account", async () => {
    const { body } = await createUser(identity(), people.owner.caller);
    expect(body).toMatchObject({ account_id: accountOf(people.owner), role: 'member' });
  });

  it.each(['member', 'platform', 'loner'] as const)(
    '201: the token of a %s creates a user without an account',
    async (who) => {
      const { status, body } = await createUser(identity(), people[who].caller);
      expect([status, body.account_id, body.role]).toEqual([201, null, null]);
    },
  );

  it('201: an admin chooses account and role', async () => {
    const account_id = accountOf(people.owner);
    const places = [
      [{}, { account_id: null, role: null }],
      [
        { account_id: null, role: null },
        { account_id: null, role: null },
      ],
      [{ account_id }, { account_id, role: 'member' }],
      [
        { account_id, role: 'owner' },
        { account_id, role: 'owner' },
      ],
      [{ role: 'platform' }, { account_id: accountOf(people.admin), role: 'platform' }],
      [{ role: 'admin' }, { account_id: accountOf(people.admin), role: 'admin' }],
    ] as const;
    for (const [options, expected] of places) {
      const created = await createUser(identity(), people.admin.caller, options);
      expect([created.status, created.body]).toEqual([201, expect.objectContaining(expected)]);
    }
  });

  it('400: an admin sends an account or role that does not exist', async () => {
    const closed = await openAccount(identity());
    await identity().client.closeAccount({ accountId: closed.accountId }, context());
    for (const options of [
      { account_id: accountOf(closed) },
      { account_id: toPublicId('account', newId()) },
      { account_id: 'nonsense' },
      { account_id: 7 },
      { role: 'member' },
      { role: 'owner', account_id: null },
      { role: 'king', account_id: accountOf(people.owner) },
    ]) {
      const email = newEmail();
      const refused = await createUser(identity(), people.admin.caller, { ...options, email });
      expect(outcome(refused)).toBe('400 invalid_request');
      expect(outcome(await createUser(identity(), undefined, { email }))).toBe('201');
    }
  });

  it.each([
    ['no email', { email: undefined }],
    ['a number as email', { email: 1 }],
    ['no address', { email: 'ada' }],
    ['a zero-width character', { email: 'ad\u200ba@example.com' }],
    ['a local part that is not ASCII', { email: 'ädä@example.com' }],
    ['no password', { password: undefined }],
    ['a short password', { password: 'seven77' }],
    ['a password of 257 characters', { password: 'x'.repeat(257) }],
    ['a number as password', { password: 12345678 }],
    ['NUL in the password', { password: 'pass\0word' }],
    ['an empty name', { name: '' }],
    ['a name of 201 characters', { name: 'x'.repeat(201) }],
    ['a list as name', { name: ['Ada'] }],
  ])('400: %s', async (_title, body) => {
    expect(outcome(await createUser(identity(), undefined, body))).toBe('400 invalid_request');
  });

  it.each([undefined, null, [], 'ada', 1])('400: the body %j', async (body) => {
    const answer = await identity().call('POST', '/v1/users', { body });
    expect(outcome(answer)).toBe('400 invalid_request');
  });

  it('201: accepts passwords of 8 and of 256 characters, counted as graphemes', async () => {
    for (const password of ['x'.repeat(8), '\u{1f600}'.repeat(8), '\u{1f600}'.repeat(256)]) {
      const email = newEmail();
      expect((await createUser(identity(), undefined, { email, password })).status).toBe(201);
      expect((await logIn(identity(), email, password)).status).toBe(200);
    }
  });

  it('401: an API key without the scope', async () => {
    const { status, body } = await identity().call('POST', '/v1/users', {
      caller: keyOf(people.owner),
      body: { email: newEmail(), password: PASSWORD },
    });
    expect([status, body.error]).toEqual([401, 'unauthorized']);
  });

  it('403: an owner whose account is suspended', async () => {
    const caller = { ...people.owner.caller, readOnly: true };
    expect(outcome(await createUser(identity(), caller))).toBe('403 forbidden');
  });

  it('409: an email of a user, an account or a valid reservation', async () => {
    const reserved = await reservationOf(identity());
    await identity().client.reserveOwner(reserved, context());
    const changing = newEmail();
    const options = { accountId: people.owner.accountId ?? '', email: changing };
    await identity().client.reserveAccountEmail(options, context());
    for (const email of [people.owner.email, people.loner.email, reserved.email, changing])
      expect(outcome(await createUser(identity(), undefined, { email }))).toBe('409 email_exists');
    expect((await logIn(identity(), people.loner.email)).status).toBe(200);
  });

  it('201: an email with an expired reservation; the opening then fails', async () => {
    const late = await reservationOf(identity());
    await identity().client.reserveOwner(late, context());
    identity().clock.advance(600_000);
    expect(outcome(await createUser(identity(), undefined, { email: late.email }))).toBe('201');
    const confirmed = identity().client.confirmOwner({ accountId: late.accountId }, context());
    await expect(confirmed).rejects.toMatchObject({ code: 'not_found' });
    expect((await logIn(identity(), late.email)).status).toBe(200);
  });

  it('201 once for 50 concurrent requests with one email in different forms', async () => {
    const name = newId();
    const forms = [
      `u.${name}@bücher.example`,
      ` U.${name}@BÜCHER.EXAMPLE\t`,
      `u.${name}@bu\u0308cher.example`,
      `U.${name.toUpperCase()}@xn--bcher-kva.example`,
      `u.${name}@bücher\u3002example`,
    ];
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        createUser(identity(), undefined, { email: forms[index % forms.length] }),
      ),
    );
    const outcomes = answers.map(outcome).sort();
    expect(outcomes).toEqual(['201', ...Array<string>(49).fill('409 email_exists')]);
    const users = await database().query('select email from users where email like $1', [
      `u.${name}@%`,
    ]);
    expect(users).toEqual([{ email: `u.${name}@xn--bcher-kva.example` }]);
  });

  it.each(['\u0131', '\u212a', '\u017f', '\uff41'])(
    '400: %j does not pass as the letter it resembles',
    async (letter) => {
      const answer = await createUser(identity(), undefined, { email: `${letter}@example.com` });
      expect(outcome(answer)).toBe('400 invalid_request');
    },
  );
});

describe('POST /v1/users with an Idempotency-Key', () => {
  it('replays the first response, regardless of the password', async () => {
    const body = { email: newEmail() };
    const { caller } = people.owner;
    const first = await createUser(identity(), caller, body, 'one');
    const other = { ...body, password: 'another password' };
    const replay = await createUser(identity(), caller, other, 'one');
    expect([replay.status, replay.body]).toEqual([201, first.body]);
    expect(replay.headers.get('idempotent-replayed')).toBe('true');
    expect((await logIn(identity(), body.email)).status).toBe(200);
  });

  it('runs once for concurrent calls', async () => {
    const body = { email: newEmail() };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => createUser(identity(), people.owner.caller, body, 'many')),
    );
    expect(new Set(answers.map(({ body: user }) => user.id)).size).toBe(1);
    expect(answers.map(outcome)).toEqual(Array(10).fill('201'));
  });

  it('422: other content under the same key', async () => {
    await createUser(identity(), people.owner.caller, {}, 'content');
    const other = await createUser(identity(), people.owner.caller, {}, 'content');
    expect(outcome(other)).toBe('422 invalid_request');
  });

  it('stores a refusal with its key', async () => {
    const email = newEmail();
    await createUser(identity(), undefined, { email });
    const refuse = () => createUser(identity(), people.loner.caller, { email }, 'refused');
    expect(outcome(await refuse())).toBe('409 email_exists');
    expect((await refuse()).headers.get('idempotent-replayed')).toBe('true');
  });

  it('scopes keys to the caller; keys without a token belong to no one', async () => {
    const users = await Promise.all([
      createUser(identity(), people.owner.caller, {}, 'mine'),
      createUser(identity(), people.otherOwner.caller, {}, 'mine'),
      createUser(identity(), undefined, {}, 'mine'),
      createUser(identity(), undefined, {}, 'mine'),
    ]);
    expect(users.map(outcome)).toEqual(['201', '201', '201', '201']);
  });
});

describe('POST /v1/users with sign-up closed', () => {
  it('401: requires the token of an admin or owner, and says so', async () => {
    const closed = await startIdentity(database().url, { closesSignUp: true });
    for (const caller of [
      undefined,
      people.member.caller,
      people.loner.caller,
      { ...anonymous, ...keyOf(people.owner) },
    ]) {
      const { status, body } = await createUser(closed, caller);
      expect([status, body.error]).toEqual([401, 'unauthorized']);
      if (caller === undefined) expect(body.message).toContain('sign-up is closed here');
    }
    for (const { caller } of [people.admin, people.owner])
      expect((await createUser(closed, caller)).status).toBe(201);
    await closed.stop();
  });
});
