import { describe, expect, it } from 'vitest';
import { accountIdOf, makeJoining } from '../joining.ts';
import {
  logInAs,
  newAdmin,
  newCoOwner,
  newOwner,
  newUser,
  outcome,
  type Person,
} from '../people.ts';
import { useIdentity } from '../start-identity.ts';
import { context, isAlive, logIn, PASSWORD, refresh } from '../steps.ts';

const doors = useIdentity();
const { identity, database } = doors;
const { join, changeRole, remove } = makeJoining(doors);

const close = ({ accountId }: Person) =>
  identity().client.closeAccount({ accountId: accountId ?? '' }, context());
const call = (by: Person, method: string, path: string, body?: object) =>
  identity().call(method, path, { caller: by.caller, ...(body === undefined ? {} : { body }) });

/** Open accounts with users but without an owner who can log in. */
const ownerless = async () => {
  const rows = await database().query<{ id: string }>(
    `select id from accounts where status <> 'closed' and not exists (
       select from users
         left join memberships on memberships.user_id = users.id
          and memberships.account_id = accounts.id
         left join accounts first on first.id = users.account_id
        where users.status = 'active' and first.status is distinct from 'closed'
          and ((users.account_id = accounts.id and users.role in ('owner', 'admin'))
            or memberships.role = 'owner'))`,
  );
  return rows.map(({ id }) => id);
};

/** A person whose first account is X, and who is the only owner of Y. */
async function ownerElsewhere() {
  const x = await newOwner(identity());
  const bob = await join(x, 'member');
  const founder = await newOwner(identity());
  const bobInY = await join(founder, 'owner', bob.email);
  expect((await remove(founder, founder)).status).toBe(200);
  return { x, bob, bobInY };
}

describe('closing the first account of a person', () => {
  it('ends their membership, and keeps the login by which they own another one', async () => {
    const { x, bob, bobInY } = await ownerElsewhere();
    const [inX, inY] = [
      await logIn(identity(), bob.email),
      await logIn(identity(), bob.email, PASSWORD, { account_id: accountIdOf(bobInY) }),
    ];
    await close(x);
    expect([await isAlive(identity(), inX), await isAlive(identity(), inY)]).toEqual([false, true]);
    expect((await refresh(identity(), inY.body.refresh_token)).status).toBe(200);
    expect((await refresh(identity(), inX.body.refresh_token)).status).toBe(400);
    const again = await logInAs(identity(), bob.email);
    expect(again.caller).toMatchObject({ accountId: bobInY.accountId, role: 'owner' });
    expect(await ownerless()).toEqual([]);
    const events = await database().query<{ type: string }>(
      `select type from outbox where body like $1 and type like 'membership.%' order by position`,
      [`%${bob.id}%`],
    );
    expect(events.map(({ type }) => type)).toEqual(['membership.created', 'membership.deleted']);
  });

  it('ends the memberships of its guests, with their sessions there', async () => {
    const x = await newOwner(identity());
    const home = await newOwner(identity());
    await join(x, 'developer', home.email);
    const there = await logIn(identity(), home.email, PASSWORD, { account_id: accountIdOf(x) });
    const here = await logIn(identity(), home.email);
    await close(x);
    expect([await isAlive(identity(), there), await isAlive(identity(), here)]).toEqual([
      false,
      true,
    ]);
    expect((await refresh(identity(), there.body.refresh_token)).status).toBe(400);
    const left = await database().query('select from memberships where account_id = $1', [
      x.accountId,
    ]);
    expect(left).toEqual([]);
  });

  it('deletes a person whose two accounts close concurrently', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { x, bob, bobInY } = await ownerElsewhere();
      await Promise.all([close(x), close(bobInY)]);
      expect((await logIn(identity(), bob.email)).body.error).toBe('invalid_credentials');
      const [user] = await database().query<{ status: string }>(
        'select status from users where id = $1',
        [bob.userId],
      );
      expect(user).toBeUndefined();
    }
  });
});

describe("no user's act leaves an open account without an owner", () => {
  it('409: the only owner of a later account deletes their login, or leaves', async () => {
    const { bob, bobInY } = await ownerElsewhere();
    for (const answer of [
      await call(bob, 'DELETE', `/v1/users/${bob.id}`),
      await remove(bobInY, bobInY),
      await changeRole(bobInY, bobInY, 'member'),
      await call(bob, 'PATCH', `/v1/users/${bob.id}`, { status: 'suspended' }),
      await call(bob, 'PATCH', `/v1/users/${bob.id}`, { status: 'pending' }),
    ])
      expect(outcome(answer)).toBe('409 conflict');
    expect(await ownerless()).toEqual([]);
  });

  it('does not count an owner who cannot log in', async () => {
    const owner = await newOwner(identity());
    const other = await newCoOwner(identity(), owner);
    const suspended = { status: 'suspended' };
    expect((await call(owner, 'PATCH', `/v1/users/${other.id}`, suspended)).status).toBe(200);
    expect(outcome(await remove(owner, owner))).toBe('409 conflict');
  });

  it('holds when its owners leave concurrently in every way', async () => {
    for (let round = 0; round < 6; round += 1) {
      const owner = await newOwner(identity());
      const coOwner = await newCoOwner(identity(), owner);
      const home = await newOwner(identity());
      const guest = await join(owner, 'owner', home.email);
      await newCoOwner(identity(), home);
      const answers = await Promise.all([
        remove(owner, guest),
        changeRole(guest, owner, 'member'),
        call(owner, 'DELETE', `/v1/users/${coOwner.id}`),
        call(home, 'PATCH', `/v1/users/${home.id}`, { status: 'suspended' }),
        remove(coOwner, coOwner),
        close(home).then(() => ({ status: 200, body: {} })),
      ]);
      expect(answers.every(({ status }) => status < 500)).toBe(true);
      expect(await ownerless()).toEqual([]);
    }
  });

  it('does not restrict the administrator who runs Florin', async () => {
    const admin = await newAdmin(identity());
    const [suspended, deleted] = [await newOwner(identity()), await newOwner(identity())];
    const status = { status: 'suspended' };
    expect(outcome(await call(admin, 'PATCH', `/v1/users/${suspended.id}`, status))).toBe('200');
    expect(outcome(await call(admin, 'DELETE', `/v1/users/${deleted.id}`))).toBe('200');
    expect((await ownerless()).toSorted()).toEqual(
      [suspended.accountId, deleted.accountId].toSorted(),
    );
    const ownersOf = async (person: Person) => {
      const query = `account_id=${accountIdOf(person)}&role=owner&status=active`;
      const { body } = await call(admin, 'GET', `/v1/users?${query}`);
      return body.data.map(({ id }: { id: string }) => id);
    };
    expect(await ownersOf(deleted)).toEqual([]);
    const heir = await newUser(identity(), admin.caller, {
      account_id: accountIdOf(deleted),
      role: 'owner',
    });
    expect(await ownersOf(deleted)).toEqual([heir.id]);
    expect(await ownersOf(suspended)).toEqual([]);
    const guest = await newOwner(identity());
    await newCoOwner(identity(), guest);
    expect(
      (await call(admin, 'PATCH', `/v1/users/${suspended.id}`, { status: 'active' })).status,
    ).toBe(200);
    expect(await ownerless()).toEqual([]);
  });
});
