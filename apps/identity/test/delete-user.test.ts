import { newId, toPublicId } from '@florin/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  createUser,
  newCoOwner,
  newOwner,
  newPeople,
  newUser,
  outcome,
  type Person,
} from './people.ts';
import { useIdentity } from './start-identity.ts';
import { context, isAlive, logIn, openAccount, refresh, reservationOf } from './steps.ts';

const { identity, database } = useIdentity();
let people: Awaited<ReturnType<typeof newPeople>>;
beforeAll(async () => {
  people = await newPeople(identity());
});

const remove = (by: Pick<Person, 'caller'>, id: string, idempotencyKey?: string) =>
  identity().call('DELETE', `/v1/users/${id}`, {
    caller: by.caller,
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  });

describe('DELETE /v1/users/{user_id}', () => {
  it('200: oneself; sessions and tokens are refused, the email is free', async () => {
    const user = await newUser(identity(), undefined, { name: 'Ada' });
    const login = await logIn(identity(), user.email);
    const deleted = await remove(user, user.id);
    expect([deleted.status, deleted.body]).toEqual([
      200,
      { id: user.id, message: expect.any(String), api_keys: [], revoked_api_keys: 0 },
    ]);
    expect(await isAlive(identity(), login)).toBe(false);
    expect(outcome(await refresh(identity(), login.body.refresh_token))).toBe('400 invalid_grant');
    expect(outcome(await logIn(identity(), user.email))).toBe('401 invalid_credentials');
    const again = await createUser(identity(), undefined, { email: user.email });
    expect(again.status).toBe(201);
    expect(again.body.id).not.toBe(user.id);
    for (const table of ['users where id', 'sessions where user_id', 'emails where user_id'])
      expect(await database().query(`select from ${table} = $1`, [user.userId])).toEqual([]);
    const revoked = await database().query('select kind from revocations where subject = $1', [
      user.userId,
    ]);
    expect(revoked).toEqual([{ kind: 'user' }]);
  });

  it('200: says if the email still belongs to the account', async () => {
    const owner = await newOwner(identity());
    await newCoOwner(identity(), owner);
    const { body } = await remove(owner, owner.id);
    expect(body.message).toContain('PATCH /v1/account');
    const again = await createUser(identity(), undefined, { email: owner.email });
    expect(outcome(again)).toBe('409 email_exists');
  });

  it('publishes user.deleted last, with the user as they were', async () => {
    const user = await newUser(identity(), undefined, { name: 'Ada' });
    await remove(user, user.id);
    const rows = await database().query<{ body: string }>(
      `select body from outbox where aggregate_id = $1 order by position`,
      [user.userId],
    );
    const events = rows.map(({ body }) => JSON.parse(body));
    expect(events).toMatchObject([
      { type: 'user.created', aggregate_sequence: 1 },
      {
        type: 'user.deleted',
        aggregate_sequence: 2,
        data: { object: { id: user.id, name: 'Ada' } },
      },
    ]);
    const ended = await database().query(
      `select from outbox where type = 'session.ended' and body like $1`,
      [`%${user.id}%`],
    );
    expect(ended).toHaveLength(1);
  });

  it('200: an owner deletes members and owners, an admin anyone', async () => {
    for (const [by, whom] of [
      [people.owner, await newUser(identity(), people.owner.caller)],
      [people.owner, await newCoOwner(identity(), people.owner)],
      [people.admin, await newUser(identity(), people.owner.caller)],
      [people.admin, await newUser(identity())],
      [people.admin, await newCoOwner(identity(), people.owner)],
    ] as const)
      expect(outcome(await remove(by, whom.id))).toBe('200');
  });

  it('403: another user, visible or not', async () => {
    for (const [by, whom] of [
      [people.platform, people.member],
      [people.member, people.owner],
      [people.member, people.secondMember],
      [people.member, people.otherMember],
      [people.owner, people.otherMember],
      [people.owner, people.loner],
      [people.loner, people.owner],
    ] as const) {
      expect(outcome(await remove(by, whom.id))).toBe('403 forbidden');
      expect((await logIn(identity(), whom.email)).status).toBe(200);
    }
  });

  it('404: an unknown or deleted user, for every caller', async () => {
    for (const by of [people.member, people.owner, people.loner, people.platform])
      expect(outcome(await remove(by, toPublicId('user', newId())))).toBe('404 not_found');
    const gone = await newUser(identity());
    await remove(people.admin, gone.id);
    for (const id of [gone.id, toPublicId('user', newId()), 'nonsense', gone.userId])
      expect(outcome(await remove(people.admin, id))).toBe('404 not_found');
  });

  it('403: a suspended account', async () => {
    const caller = { ...people.owner.caller, readOnly: true };
    expect(outcome(await remove({ caller }, people.member.id))).toBe('403 forbidden');
  });

  it("leaves an owner's email to the account", async () => {
    const owner = await newOwner(identity());
    await newCoOwner(identity(), owner);
    expect(outcome(await remove(owner, owner.id))).toBe('200');
    const taken = await createUser(identity(), undefined, { email: owner.email });
    expect(outcome(taken)).toBe('409 email_exists');
  });

  it('prevents a deleted user from becoming the owner of an account being opened', async () => {
    const user = await newUser(identity());
    const options = { email: user.email, creatorUserId: user.userId };
    const opening = await reservationOf(identity(), options);
    await identity().client.reserveOwner(opening, context());
    expect(outcome(await remove(user, user.id))).toBe('200');
    const confirmed = identity().client.confirmOwner({ accountId: opening.accountId }, context());
    await expect(confirmed).rejects.toMatchObject({ code: 'not_found' });
  });

  it('deletes once for concurrent calls, and no login survives it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const user = await newUser(identity());
      const [login, ...answers] = await Promise.all([
        logIn(identity(), user.email),
        ...Array.from({ length: 4 }, () => remove(people.admin, user.id)),
      ]);
      const outcomes = answers.map(outcome).sort();
      expect(outcomes).toEqual(['200', ...Array(3).fill('404 not_found')]);
      if (login.status === 200) expect(await isAlive(identity(), login)).toBe(false);
    }
  });

  it('is replayed under its Idempotency-Key', async () => {
    const user = await newUser(identity());
    const first = await remove(people.admin, user.id, 'gone');
    const replay = await remove(people.admin, user.id, 'gone');
    expect([replay.status, replay.body]).toEqual([200, first.body]);
    expect(outcome(await remove(people.admin, user.id, 'another'))).toBe('404 not_found');
    expect(outcome(await remove(people.loner, people.owner.id, 'theirs'))).toBe('403 forbidden');
    expect(outcome(await remove(people.admin, people.coOwner.id, 'gone'))).toBe(
      '422 invalid_request',
    );
  });

  it('does not wait for a concurrent email change, but asks to retry', async () => {
    const { accountId, email, userId } = await openAccount(identity());
    const next = `next-${email}`;
    await identity().client.reserveAccountEmail({ accountId, email: next }, context());
    const login = await logIn(identity(), email);
    const path = `/v1/users/${login.body.user.id}`;
    const [deleted] = await Promise.all([
      identity().call('DELETE', path, { caller: people.admin.caller }),
      identity().client.confirmAccountEmail({ accountId, email: next, userId }, context()),
    ]);
    expect(['200', '409 conflict']).toContain(outcome(deleted));
  });
});
