import { newId } from '@florin/contracts';
import { describe, expect, it } from 'vitest';
import { createIdentityDatabase, startIdentity, useIdentity } from './start-identity.ts';
import {
  callerOf,
  context,
  logIn,
  newEmail,
  openAccount,
  PASSWORD,
  reservationOf,
} from './steps.ts';

const { identity, database } = useIdentity();
const TEN_MINUTES_MS = 600_000;

const client = () => identity().client;
const reserve = (request: Parameters<ReturnType<typeof client>['reserveOwner']>[0]) =>
  client().reserveOwner(request, context());
const confirm = (accountId: string) => client().confirmOwner({ accountId }, context());
const code = (expected: string) => expect.objectContaining({ code: expected });

/** A user without an account, which no public interface creates yet. */
async function insertUserWithoutAccount(email: string): Promise<string> {
  const { passwordHash } = await client().hashPassword({ password: PASSWORD }, context());
  const id = newId();
  await database().query(
    `insert into users (id, email, password_hash, status, version, created_at, updated_at)
     values ($1, $2, $3, 'active', 1, now(), now())`,
    [id, email, passwordHash],
  );
  await database().query('insert into emails (email, user_id) values ($1, $2)', [email, id]);
  return id;
}

async function principalOf(email: string) {
  const login = await logIn(identity(), email);
  const { accountId, role } = await client().checkSession(callerOf(login), context());
  return { accountId, role };
}

describe('ReserveOwner', () => {
  it('stores the canonical form', async () => {
    const email = newEmail();
    await openAccount(identity(), { email: ` ${email.toUpperCase()}` });
    const login = await logIn(identity(), email);
    expect(login.body.user.email).toBe(email);
  });

  it.each(['', 'ada', 'ada@localhost', 'ad\u200ba@example.com', 'ada\0@example.com'])(
    'invalid_request: the email %j',
    async (email) => {
      const request = { ...(await reservationOf(identity())), email };
      await expect(reserve(request)).rejects.toEqual(code('invalid_request'));
    },
  );

  it.each([
    ['accountId', 'acc_1'],
    ['accountId', ''],
    ['creatorUserId', 'nobody'],
    ['passwordHash', PASSWORD],
    ['role', 'member'],
    ['name', 'a\0'],
    ['name', 'x'.repeat(201)],
  ])('invalid_request: %s %j', async (field, value) => {
    const request = { ...(await reservationOf(identity())), [field]: value };
    await expect(reserve(request)).rejects.toEqual(code('invalid_request'));
  });

  it('returns the same user again for the same account and renews the expiry', async () => {
    const request = await reservationOf(identity());
    const first = await reserve(request);
    identity().clock.advance(TEN_MINUTES_MS - 1);
    expect(await reserve(request)).toEqual(first);
    identity().clock.advance(TEN_MINUTES_MS - 1);
    const other = { ...request, accountId: newId() };
    await expect(reserve(other)).rejects.toEqual(code('email_exists'));
  });

  it('frees the former email when the account sends another', async () => {
    const request = await reservationOf(identity());
    const first = await reserve(request);
    expect(await reserve({ ...request, email: newEmail() })).toEqual(first);
    await reserve({ ...request, accountId: newId() });
  });

  it('email_exists: a valid reservation and a confirmed owner', async () => {
    const mine = await reservationOf(identity());
    const other = { ...mine, accountId: newId() };
    await reserve(mine);
    await expect(reserve(other)).rejects.toEqual(code('email_exists'));
    await confirm(mine.accountId);
    identity().clock.advance(2 * TEN_MINUTES_MS);
    await expect(reserve(other)).rejects.toEqual(code('email_exists'));
  });

  it('takes over an expired reservation, whose late confirmation fails', async () => {
    const late = await reservationOf(identity());
    const next = { ...late, accountId: newId() };
    await reserve(late);
    identity().clock.advance(TEN_MINUTES_MS);
    const { userId } = await reserve(next);
    await expect(confirm(late.accountId)).rejects.toEqual(code('not_found'));
    await confirm(next.accountId);
    expect(callerOf(await logIn(identity(), next.email)).userId).toBe(userId);
  });

  it('repeats its response once confirmed; another email is a conflict', async () => {
    const request = await reservationOf(identity());
    const { userId } = await reserve(request);
    await confirm(request.accountId);
    expect(await reserve(request)).toEqual({ userId });
    const other = { ...request, email: newEmail() };
    await expect(reserve(other)).rejects.toEqual(code('conflict'));
  });

  it('grants an email to one of two services on one database', async () => {
    const shared = await createIdentityDatabase();
    const services = await Promise.all([startIdentity(shared.url), startIdentity(shared.url)]);
    const template = await reservationOf(identity());
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, async (_, index) => {
        const options = { ...template, accountId: newId() };
        const asked = services[index % 2]?.client.reserveOwner(options, context());
        return asked?.then(
          () => 'reserved',
          ({ code }) => code,
        );
      }),
    );
    expect(outcomes.sort()).toEqual([...Array(9).fill('email_exists'), 'reserved']);
    await Promise.all(services.map((service) => service.stop()));
    await shared.drop();
  });
});

describe('ConfirmOwner', () => {
  it('creates an owner who can log in only from then on', async () => {
    const request = await reservationOf(identity());
    await reserve(request);
    expect((await logIn(identity(), request.email)).body.error).toBe('invalid_credentials');
    expect(await database().query('select from users where email = $1', [request.email])).toEqual(
      [],
    );
    await confirm(request.accountId);
    expect(await principalOf(request.email)).toEqual({
      accountId: request.accountId,
      role: 'owner',
    });
  });

  it('creates an admin on request', async () => {
    const { email } = await openAccount(identity(), { role: 'admin' });
    expect((await principalOf(email)).role).toBe('admin');
  });

  it('is idempotent', async () => {
    const { accountId, userId } = await openAccount(identity());
    await confirm(accountId);
    const events = await database().query('select type from outbox where aggregate_id = $1', [
      userId,
    ]);
    expect(events).toEqual([{ type: 'user.created' }]);
  });

  it('confirms once for concurrent calls', async () => {
    const request = await reservationOf(identity());
    await reserve(request);
    await Promise.all(Array.from({ length: 6 }, () => confirm(request.accountId)));
    expect(await principalOf(request.email)).toMatchObject({ accountId: request.accountId });
  });

  it('confirms late while no one else wants the email', async () => {
    const request = await reservationOf(identity());
    await reserve(request);
    identity().clock.advance(TEN_MINUTES_MS);
    await confirm(request.accountId);
    expect((await logIn(identity(), request.email)).status).toBe(200);
  });

  it('not_found: no reservation', async () => {
    await expect(confirm(newId())).rejects.toEqual(code('not_found'));
    await expect(confirm('nonsense')).rejects.toEqual(code('invalid_request'));
  });
});

describe('an owner who is already a user', () => {
  it('becomes the owner with their current email', async () => {
    const email = newEmail();
    const creatorUserId = await insertUserWithoutAccount(email);
    const login = await logIn(identity(), email);
    const opened = await openAccount(identity(), { email, creatorUserId, password: 'another one' });
    expect(opened.userId).toBe(creatorUserId);
    // Their session sees the account at once; name and password stay.
    const principal = await client().checkSession(callerOf(login), context());
    expect(principal).toMatchObject({ alive: true, accountId: opened.accountId, role: 'owner' });
    expect((await logIn(identity(), email)).status).toBe(200);
    const events = await database().query(
      'select type, aggregate_sequence from outbox where aggregate_id = $1',
      [creatorUserId],
    );
    expect(events).toEqual([{ type: 'user.updated', aggregate_sequence: '2' }]);
  });

  it('becomes a second owner if the email is new', async () => {
    const email = newEmail();
    const creatorUserId = await insertUserWithoutAccount(email);
    const opened = await openAccount(identity(), { creatorUserId });
    expect(opened.userId).not.toBe(creatorUserId);
    const owner = { accountId: opened.accountId, role: 'owner' };
    expect(await principalOf(email)).toEqual(owner);
    expect(await principalOf(opened.email)).toEqual(owner);
  });

  it('stays in the account they already have', async () => {
    const creator = await openAccount(identity());
    await openAccount(identity(), { creatorUserId: creator.userId });
    expect((await principalOf(creator.email)).accountId).toBe(creator.accountId);
    const options = { email: creator.email, creatorUserId: creator.userId };
    await expect(openAccount(identity(), options)).rejects.toEqual(code('email_exists'));
  });

  it('email_exists: the email of a user without an account, for other callers', async () => {
    const email = newEmail();
    await insertUserWithoutAccount(email);
    const stranger = await insertUserWithoutAccount(newEmail());
    await expect(openAccount(identity(), { email })).rejects.toEqual(code('email_exists'));
    const options = { email, creatorUserId: stranger };
    await expect(openAccount(identity(), options)).rejects.toEqual(code('email_exists'));
  });

  it('owns one account after opening two concurrently', async () => {
    const email = newEmail();
    const creatorUserId = await insertUserWithoutAccount(email);
    const first = await reservationOf(identity(), { email, creatorUserId });
    await reserve(first);
    const second = await openAccount(identity(), { creatorUserId });
    await expect(confirm(first.accountId)).rejects.toEqual(code('not_found'));
    expect((await principalOf(email)).accountId).toBe(second.accountId);
  });
});
