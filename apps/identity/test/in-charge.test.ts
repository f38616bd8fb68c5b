import { toPublicId } from '@florin/contracts';
import { describe, expect, it } from 'vitest';
import { newAdmin, newCoOwner, newOwner, newUser, outcome, type Person } from './people.ts';
import { useIdentity } from './start-identity.ts';

const { identity, database } = useIdentity();

const call = (by: Person, method: string, whom: Person, body?: object) =>
  identity().call(method, `/v1/users/${whom.id}`, { caller: by.caller, ...(body && { body }) });

/** Every operation that removes a person in charge. */
const ways: readonly (readonly [string, (by: Person, whom: Person) => ReturnType<typeof call>])[] =
  [
    ['deleted', (by, whom) => call(by, 'DELETE', whom)],
    ['suspended', (by, whom) => call(by, 'PATCH', whom, { status: 'suspended' })],
    ['set pending', (by, whom) => call(by, 'PATCH', whom, { status: 'pending' })],
    ['made a member', (by, whom) => call(by, 'PATCH', whom, { role: 'member' })],
  ];

/** The only admin. */
async function onlyAdmin(): Promise<Person> {
  await database().query("update users set status = 'suspended' where role = 'admin'");
  return newAdmin(identity());
}

const activeOwnersOf = async ({ accountId }: Person) =>
  (
    await database().query(
      `select from users where account_id = $1 and status = 'active' and role in ('owner', 'admin')`,
      [accountId],
    )
  ).length;
const activeAdmins = async () =>
  (await database().query(`select from users where status = 'active' and role = 'admin'`)).length;

describe.each(ways)('the last owner or admin cannot be %s', (_title, take) => {
  it('409 conflict: the owner, by themselves, until there is another', async () => {
    const admin = await newAdmin(identity());
    const owner = await newOwner(identity());
    const refused = await take(owner, owner);
    expect(outcome(refused)).toBe('409 conflict');
    expect(refused.body.message).toContain('last active owner');
    const other = await newCoOwner(identity(), owner);
    expect(outcome(await call(admin, 'PATCH', other, { status: 'pending' }))).toBe('200');
    expect(outcome(await take(owner, owner))).toBe('409 conflict');
    expect(outcome(await call(owner, 'PATCH', other, { status: 'active' }))).toBe('200');
    expect(outcome(await take(owner, owner))).toBe('200');
    expect(await activeOwnersOf(owner)).toBe(1);
  });

  it('409 conflict: the admin, by themselves, until there is another', async () => {
    const admin = await onlyAdmin();
    const place = { account_id: toPublicId('account', admin.accountId ?? '') };
    const owner = await newUser(identity(), admin.caller, { ...place, role: 'owner' });
    const refused = await take(admin, admin);
    expect(outcome(refused)).toBe('409 conflict');
    expect(refused.body.message).toContain('last active administrator');
    expect(outcome(await call(admin, 'PATCH', owner, { role: 'admin' }))).toBe('200');
    expect(outcome(await take(admin, admin))).toBe('200');
    expect(await activeAdmins()).toBe(1);
  });
});

it.each(ways.slice(0, 3))('200: the last owner can be %s by an admin', async (_title, take) => {
  const admin = await newAdmin(identity());
  expect(outcome(await take(admin, await newOwner(identity())))).toBe('200');
});

it('409 conflict: an admin cannot move or demote the last owner', async () => {
  const [admin, owner, other] = [
    await newAdmin(identity()),
    await newOwner(identity()),
    await newOwner(identity()),
  ];
  for (const accountId of [other.accountId, null]) {
    const account_id = accountId && toPublicId('account', accountId);
    expect(outcome(await call(admin, 'PATCH', owner, { account_id }))).toBe('409 conflict');
  }
  expect(outcome(await call(admin, 'PATCH', owner, { role: 'member' }))).toBe('409 conflict');
});

it('an admin in a closed account does not count', async () => {
  const admin = await onlyAdmin();
  const gone = await newAdmin(identity());
  await database().query("update accounts set status = 'closed' where id = $1", [gone.accountId]);
  expect(outcome(await call(admin, 'DELETE', admin))).toBe('409 conflict');
});

it('keeps one of two who remove each other concurrently', async () => {
  for (let round = 0; round < 8; round += 1) {
    const [, take] = ways[round % ways.length] ?? [];
    const first = await onlyAdmin();
    const second = await newUser(identity(), first.caller, { role: 'admin' });
    const owner = await newOwner(identity());
    // Both logins were created by the account, so it may use every operation on them.
    const pair = [
      await newCoOwner(identity(), owner),
      await newCoOwner(identity(), owner),
    ] as const;
    const path = `/v1/account/users/${owner.id}`;
    expect((await identity().call('DELETE', path, { caller: owner.caller })).status).toBe(200);
    const pairs = [[first, second], pair] as const;
    const answers = await Promise.all(pairs.flatMap(([a, b]) => [take?.(a, b), take?.(b, a)]));
    expect(answers.map((answer) => answer && outcome(answer)).sort()).toEqual([
      '200',
      '200',
      '409 conflict',
      '409 conflict',
    ]);
    expect([await activeAdmins(), await activeOwnersOf(owner)]).toEqual([1, 1]);
  }
});
