import { beforeAll, describe, expect, it } from 'vitest';
import {
  keyOf,
  logInAs,
  newCoOwner,
  newOwner,
  newPeople,
  newUser,
  outcome,
  type Person,
} from './people.ts';
import { useIdentity } from './start-identity.ts';
import { logIn } from './steps.ts';

const { identity, database } = useIdentity();
let people: Awaited<ReturnType<typeof newPeople>>;
beforeAll(async () => {
  people = await newPeople(identity());
});

const list = (by: Pick<Person, 'caller'> | { caller: object }, query = '') =>
  identity().call('GET', `/v1/account/users${query}`, { caller: by.caller });
const patch = (by: Person, whom: Person, body: object) =>
  identity().call('PATCH', `/v1/users/${whom.id}`, { caller: by.caller, body });
const idsIn = ({ body }: { body: { data: { id: string }[] } }) => body.data.map(({ id }) => id);

describe('GET /v1/account/users', () => {
  it("200: lists the users of the caller's account, newest first, in pages", async () => {
    const owner = await newOwner(identity());
    const members = [
      await newUser(identity(), owner.caller),
      await newUser(identity(), owner.caller),
    ];
    const newestFirst = [...members.toReversed(), owner].map(({ id }) => id);
    const all = await list(owner);
    expect([all.status, all.body.object, all.body.has_more]).toEqual([200, 'list', false]);
    expect(idsIn(all)).toEqual(newestFirst);
    const first = await list(owner, '?limit=2');
    expect([idsIn(first), first.body.has_more]).toEqual([newestFirst.slice(0, 2), true]);
    expect(idsIn(await list(owner, `?starting_after=${newestFirst[1]}`))).toEqual([owner.id]);
    expect(idsIn(await list(owner, `?ending_before=${owner.id}&limit=1`))).toEqual([
      newestFirst[1],
    ]);
  });

  it('200: filters by status, role, and a part of a name or email', async () => {
    const owner = await newOwner(identity());
    const ada = await newUser(identity(), owner.caller, { name: 'Ada L.' });
    const bob = await newCoOwner(identity(), owner);
    await patch(owner, ada, { status: 'pending' });
    expect(idsIn(await list(owner, '?status=pending'))).toEqual([ada.id]);
    expect(idsIn(await list(owner, '?role=owner'))).toEqual([bob.id, owner.id]);
    expect(idsIn(await list(owner, '?role=member&status=active'))).toEqual([]);
    expect(idsIn(await list(owner, '?search=ADA%20L'))).toEqual([ada.id]);
    expect(idsIn(await list(owner, `?search=${bob.email.slice(0, 30)}`))).toEqual([bob.id]);
  });

  it('403: a member, a user without an account, the platform; an API key', async () => {
    for (const { caller } of [people.member, people.loner, people.platform])
      expect(outcome(await list({ caller }))).toBe('403 forbidden');
    expect(outcome(await list({ caller: keyOf(people.owner) }))).toBe('403 forbidden');
  });

  it('400: a cursor of another account, an unknown role or status', async () => {
    for (const query of [
      `starting_after=${people.otherMember.id}`,
      'role=king',
      'status=closed',
      'limit=0',
    ])
      expect(outcome(await list(people.owner, `?${query}`))).toBe('400 invalid_request');
  });
});

describe('an owner', () => {
  it('promotes members and demotes owners, with events', async () => {
    const owner = await newOwner(identity());
    const other = await newCoOwner(identity(), owner);
    expect((await patch(owner, other, { role: 'member' })).body.role).toBe('member');
    const events = await database().query<{ body: string }>(
      `select body from outbox where aggregate_id = $1 and type = 'user.updated' order by position`,
      [other.userId],
    );
    expect(events.map(({ body }) => JSON.parse(body).data.previous)).toEqual([
      { role: 'member' },
      { role: 'owner' },
    ]);
  });

  it('gives the account away and leaves', async () => {
    const owner = await newOwner(identity());
    const heir = await newCoOwner(identity(), owner);
    expect((await patch(owner, owner, { role: 'member' })).body.role).toBe('member');
    const former = await logInAs(identity(), owner.email);
    expect(outcome(await list(former))).toBe('403 forbidden');
    expect(outcome(await patch(former, heir, { role: 'member' }))).toBe('404 not_found');
    const by = { caller: heir.caller };
    const deleted = await identity().call('DELETE', `/v1/users/${former.id}`, by);
    expect(outcome(deleted)).toBe('403 forbidden');
    const removed = await identity().call('DELETE', `/v1/account/users/${former.id}`, by);
    expect(outcome(removed)).toBe('200');
  });

  it('suspends and reactivates other owners', async () => {
    const owner = await newOwner(identity());
    const other = await newCoOwner(identity(), owner);
    expect(outcome(await patch(owner, other, { status: 'suspended' }))).toBe('200');
    expect(outcome(await logIn(identity(), other.email))).toBe('401 unauthorized');
    expect(outcome(await patch(owner, other, { status: 'active' }))).toBe('200');
  });

  it.each(['admin', 'platform', 'king', null])('400: cannot grant %s', async (role) => {
    for (const whom of [people.owner, people.member])
      expect(outcome(await patch(people.owner, whom, { role }))).toBe('400 invalid_request');
  });

  it('404: an owner of another account', async () => {
    for (const whom of [people.owner, people.member])
      expect(outcome(await patch(people.otherOwner, whom, { role: 'member' }))).toBe(
        '404 not_found',
      );
  });

  it('401: a user demoted a moment ago cannot restore their ownership', async () => {
    const owner = await newOwner(identity());
    const other = await newCoOwner(identity(), owner);
    await patch(owner, other, { role: 'member' });
    // With the caller assertion of a moment ago.
    expect(outcome(await patch(other, other, { role: 'owner' }))).toBe('401 unauthorized');
  });

  it('400: members cannot make themselves owners', async () => {
    expect(outcome(await patch(people.member, people.member, { role: 'owner' }))).toBe(
      '400 invalid_request',
    );
  });
});
