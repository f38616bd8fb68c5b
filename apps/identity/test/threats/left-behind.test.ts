import { describe, expect, it } from 'vitest';
import { accountIdOf, makeJoining } from '../joining.ts';
import { createKey, isKeyAlive } from '../keys.ts';
import { newAdmin, newOwner, newUser, outcome, type Person } from '../people.ts';
import { useIdentity } from '../start-identity.ts';
import { newEmail } from '../steps.ts';

const doors = useIdentity();
const { identity, database } = doors;
const { join, invite, accept, invitationFor, changeRole, remove } = makeJoining(doors);

const call = (by: Person, method: string, path: string, body?: object) =>
  identity().call(method, path, { caller: by.caller, ...(body === undefined ? {} : { body }) });

/**
 * Two invitations by one person: one that only an owner may make, one that account admins may make.
 */
async function invitationsOf(by: Person) {
  const [high, low] = [newEmail(), newEmail()];
  expect((await invite(by, high, 'owner')).status).toBe(201);
  expect((await invite(by, low, 'developer')).status).toBe(201);
  return { high: await invitationFor(high), low: await invitationFor(low) };
}

const statuses = async (by: Person) => {
  const { body } = await call(by, 'GET', '/v1/invitations');
  return body.data.map(({ status }: { status: string }) => status).toSorted();
};

describe('invitations by a person', () => {
  it('end with their removal', async () => {
    const owner = await newOwner(identity());
    const eve = await join(owner, 'owner');
    const { high, low } = await invitationsOf(eve);
    expect((await remove(owner, eve)).status).toBe(200);
    expect(await statuses(owner)).toEqual(['accepted', 'revoked', 'revoked']);
    for (const token of [high, low]) expect(outcome(await accept(token))).toBe('400 invalid_grant');
  });

  it.each([
    ['account_admin', ['400 invalid_grant', '200']],
    ['member', ['400 invalid_grant', '400 invalid_grant']],
  ])('end if the new role %s may not make them', async (role, outcomes) => {
    const owner = await newOwner(identity());
    const eve = await join(owner, 'owner');
    const { high, low } = await invitationsOf(eve);
    expect((await changeRole(owner, eve, role)).status).toBe(200);
    expect([outcome(await accept(high)), outcome(await accept(low))]).toEqual(outcomes);
  });

  it('end with a change by PATCH /v1/users, a transfer of ownership, and a deletion', async () => {
    const owner = await newOwner(identity());
    const eve = await newUser(identity(), owner.caller);
    await changeRole(owner, eve, 'owner');
    const { caller } = eve;
    const asOwner = { ...eve, caller: { ...caller, role: 'owner' as const } };
    const first = await invitationsOf(asOwner);
    await call(owner, 'PATCH', `/v1/users/${eve.id}`, { role: 'account_admin' });
    expect(outcome(await accept(first.high))).toBe('400 invalid_grant');
    const mine = await invitationsOf(owner);
    expect((await call(owner, 'POST', '/v1/account/owner', { user_id: eve.id })).status).toBe(200);
    expect(outcome(await accept(mine.high))).toBe('400 invalid_grant');
    expect(outcome(await accept(mine.low))).toBe('200');
    const left = await invitationsOf(asOwner);
    await changeRole(asOwner, owner, 'owner');
    expect((await call(owner, 'DELETE', `/v1/users/${eve.id}`)).status).toBe(200);
    expect(outcome(await accept(left.low))).toBe('400 invalid_grant');
    expect((await statuses(owner)).filter((status: string) => status === 'pending')).toEqual([]);
  });

  it('are checked again on acceptance, since an older version ends none', async () => {
    const owner = await newOwner(identity());
    const eve = await join(owner, 'owner');
    const { high, low } = await invitationsOf(eve);
    await database().query(`update users set role = 'account_admin' where id = $1`, [eve.userId]);
    expect([outcome(await accept(high)), outcome(await accept(low))]).toEqual([
      '400 invalid_grant',
      '200',
    ]);
  });

  it('cannot be made by a person demoted a moment ago', async () => {
    const owner = await newOwner(identity());
    const eve = await join(owner, 'owner');
    await changeRole(owner, eve, 'member');
    // With the caller assertion of a moment ago.
    expect(outcome(await invite(eve, newEmail(), 'owner'))).toBe('403 forbidden');
  });

  it('cannot be accepted while their creator is removed', async () => {
    for (let round = 0; round < 6; round += 1) {
      const owner = await newOwner(identity());
      const eve = await join(owner, 'owner');
      const email = newEmail();
      await Promise.all([invite(eve, email, 'owner'), remove(owner, eve)]);
      const waiting = await statuses(owner);
      expect(waiting.filter((status: string) => status === 'pending')).toEqual([]);
    }
  });
});

describe('API keys of a person', () => {
  it('name their creator', async () => {
    const owner = await newOwner(identity());
    const key = await createKey(identity(), owner.caller);
    expect(key.body.created_by_id).toBe(owner.id);
    const listed = await call(owner, 'GET', '/v1/api_keys');
    expect(listed.body.data[0].created_by_id).toBe(owner.id);
    await database().query('update api_keys set created_by = null');
    const old = await call(owner, 'GET', `/v1/api_keys/${key.body.id}`);
    expect(old.body.created_by_id).toBeNull();
  });

  it('are listed for the remover, and stay valid by default', async () => {
    const owner = await newOwner(identity());
    const eve = await join(owner, 'developer');
    const mine = await createKey(identity(), owner.caller);
    const hers = [await createKey(identity(), eve.caller), await createKey(identity(), eve.caller)];
    const removed = await remove(owner, eve);
    expect(removed.body.api_keys.map(({ id }: { id: string }) => id)).toEqual(
      hers.map(({ body }) => body.id).toReversed(),
    );
    expect(removed.body.revoked_api_keys).toBe(0);
    for (const key of [mine, ...hers]) expect(await isKeyAlive(identity(), key)).toBe(true);
  });

  it('are revoked in the same step with revoke_keys', async () => {
    const owner = await newOwner(identity());
    const eve = await join(owner, 'developer');
    const mine = await createKey(identity(), owner.caller);
    const hers = await createKey(identity(), eve.caller);
    const removed = await remove(owner, eve, { revoke_keys: true });
    expect(removed.body).toMatchObject({ id: eve.id, api_keys: [], revoked_api_keys: 1 });
    expect([await isKeyAlive(identity(), mine), await isKeyAlive(identity(), hers)]).toEqual([
      true,
      false,
    ]);
    const [event] = await database().query<{ type: string }>(
      `select type from outbox where type = 'api_key.revoked' and body like $1`,
      [`%${hers.body.id}%`],
    );
    expect(event?.type).toBe('api_key.revoked');
  });

  it('are listed and revoked by the deletion of a login as well', async () => {
    const owner = await newOwner(identity());
    const made = async () => {
      const user = await newUser(identity(), owner.caller);
      await changeRole(owner, user, 'developer');
      const developer = { ...user, caller: { ...user.caller, role: 'developer' as const } };
      return { user, key: await createKey(identity(), developer.caller) };
    };
    const [kept, ended, byAdmin] = [await made(), await made(), await made()];
    const deleted = await call(owner, 'DELETE', `/v1/users/${kept.user.id}`);
    expect(deleted.body).toMatchObject({
      api_keys: [{ id: kept.key.body.id }],
      revoked_api_keys: 0,
    });
    expect(await isKeyAlive(identity(), kept.key)).toBe(true);
    const body = { revoke_keys: true };
    const both = await call(owner, 'DELETE', `/v1/users/${ended.user.id}`, body);
    expect(both.body).toMatchObject({ api_keys: [], revoked_api_keys: 1 });
    expect(await isKeyAlive(identity(), ended.key)).toBe(false);
    const admin = await newAdmin(identity());
    await call(admin, 'DELETE', `/v1/users/${byAdmin.user.id}`, body);
    expect(await isKeyAlive(identity(), byAdmin.key)).toBe(false);
  });

  it('are not listed or revoked for callers who may not manage keys', async () => {
    const owner = await newOwner(identity());
    const eve = await join(owner, 'developer');
    const key = await createKey(identity(), eve.caller);
    await changeRole(owner, eve, 'member');
    const member = { ...eve, caller: { ...eve.caller, role: 'member' as const } };
    expect(outcome(await remove(member, member, { revoke_keys: true }))).toBe('403 forbidden');
    const left = await remove(member, member);
    expect(left.body).toMatchObject({ api_keys: [], revoked_api_keys: 0 });
    expect(await isKeyAlive(identity(), key)).toBe(true);
  });

  it('are limited to this account', async () => {
    const [owner, other] = [await newOwner(identity()), await newOwner(identity())];
    const eve = await join(owner, 'developer');
    const inOther = await join(other, 'developer', eve.email);
    const there = await createKey(identity(), inOther.caller);
    const removed = await remove(owner, eve, { revoke_keys: true });
    expect(removed.body).toMatchObject({ api_keys: [], revoked_api_keys: 0 });
    expect(await isKeyAlive(identity(), there)).toBe(true);
    expect(accountIdOf(other)).toBe(there.body.account_id);
  });
});
