import { newId, toPublicId } from '@florin/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { newPeople, newUser, outcome, type Person } from './people.ts';
import { useIdentity } from './start-identity.ts';
import { logIn, PASSWORD } from './steps.ts';

const { identity, database } = useIdentity();
let people: Awaited<ReturnType<typeof newPeople>>;
beforeAll(async () => {
  people = await newPeople(identity());
});

const patch = (by: Pick<Person, 'caller'>, id: string, body: unknown, idempotencyKey?: string) =>
  identity().call('PATCH', `/v1/users/${id}`, {
    caller: by.caller,
    body,
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  });
const read = async ({ id }: Person) =>
  (await identity().call('GET', `/v1/users/${id}`, { caller: people.admin.caller })).body;
const eventsOf = (userId: string) =>
  database().query<{ type: string; body: string }>(
    'select type, body from outbox where aggregate_id = $1 order by position',
    [userId],
  );

describe('PATCH /v1/users/{user_id}', () => {
  it('200: changes only the fields that are sent', async () => {
    const user = await newUser(identity(), undefined, { name: 'Ada' });
    const before = await read(user);
    identity().clock.advance(1_000);
    const changed = await patch(user, user.id, { name: 'Grace' });
    const updated_at = identity().clock.now().toISOString();
    expect([changed.status, changed.body]).toEqual([200, { ...before, name: 'Grace', updated_at }]);
    expect(await read(user)).toEqual(changed.body);
    expect((await patch(user, user.id, { name: null })).body.name).toBe(null);
    const [event] = (await eventsOf(user.userId)).slice(1);
    expect(event?.type).toBe('user.updated');
    expect(JSON.parse(event?.body ?? '').data).toEqual({
      object: changed.body,
      previous: { name: 'Ada', updated_at: before.updated_at },
    });
  });

  it('200: an empty body, or no new value, changes nothing', async () => {
    const user = await newUser(identity(), undefined, { name: 'Ada' });
    const before = await read(user);
    identity().clock.advance(1_000);
    for (const body of [{}, { name: 'Ada' }, { status: 'active' }, before]) {
      const answer = await patch(user, user.id, body);
      expect([answer.status, answer.body]).toEqual([200, before]);
    }
    expect(await eventsOf(user.userId)).toHaveLength(1);
  });

  it('200: accepts another form of the same email', async () => {
    const { loner } = people;
    const answer = await patch(loner, loner.id, { email: ` ${loner.email.toUpperCase()}` });
    expect(outcome(answer)).toBe('200');
  });

  it.each([
    { id: toPublicId('user', newId()) },
    { id: null },
    { email: 'other@example.com' },
    { email: 'nonsense' },
    { email: 7 },
    { created_at: '2020-01-01T00:00:00.000Z' },
    { updated_at: '2020-01-01T00:00:00.000Z' },
    { role: 'owner' },
    { role: null, name: 'x' },
    { role: 'king' },
    { account_id: toPublicId('account', newId()) },
    { account_id: null },
    { name: '' },
    { name: 'x'.repeat(201) },
    { name: ['x'] },
    { status: 'closed' },
    { status: null },
    { status: '' },
    { status: ['active'] },
    { password: 'short' },
    { password: null },
    { password: 12345678 },
    { username: 'a@b' },
    { username: '' },
    { username: 'ädä' },
    { username: 'a b' },
    { username: '.ada' },
    { username: 'x'.repeat(65) },
  ])('400: a member sends %j', async (body) => {
    const before = await read(people.member);
    const answer = await patch(people.member, people.member.id, body);
    expect(outcome(answer)).toBe('400 invalid_request');
    expect(await read(people.member)).toEqual(before);
  });

  it.each([null, [], 'x', 1])('400: the body %j', async (body) => {
    expect(outcome(await patch(people.member, people.member.id, body))).toBe('400 invalid_request');
  });

  it('401: a visible user whom the caller may not change', async () => {
    for (const [by, target] of [
      [people.platform, people.coOwner],
      [people.platform, people.member],
      [people.platform, people.admin],
    ] as const)
      expect(outcome(await patch(by, target.id, { name: 'x' }))).toBe('401 unauthorized');
  });

  it('404: an invisible or unknown user', async () => {
    for (const id of [people.owner.id, people.otherMember.id, people.secondMember.id])
      expect(outcome(await patch(people.member, id, { name: 'x' }))).toBe('404 not_found');
    for (const id of [toPublicId('user', newId()), 'nonsense', people.owner.accountId ?? ''])
      expect(outcome(await patch(people.admin, id, { name: 'x' }))).toBe('404 not_found');
  });

  it('403: a suspended account', async () => {
    const caller = { ...people.owner.caller, readOnly: true };
    const answer = await patch({ caller }, people.owner.id, { name: 'x' });
    expect(outcome(answer)).toBe('403 forbidden');
  });
});

describe('PATCH with an Idempotency-Key', () => {
  it('replays the first response, also when the user has changed since', async () => {
    const user = await newUser(identity());
    const first = await patch(user, user.id, { name: 'One' }, 'key');
    await patch(user, user.id, { name: 'Two' });
    const replay = await patch(user, user.id, { name: 'One' }, 'key');
    expect(replay.body).toEqual(first.body);
    expect((await read(user)).name).toBe('Two');
    expect(outcome(await patch(user, user.id, { name: 'Three' }, 'key'))).toBe(
      '422 invalid_request',
    );
  });

  it('sets a password once', async () => {
    const user = await newUser(identity());
    await patch(user, user.id, { password: 'the first one' }, 'password');
    await patch(user, user.id, { password: PASSWORD }, 'password');
    expect((await logIn(identity(), user.email, 'the first one')).status).toBe(200);
  });

  it('stores a 409 but not a 400, and reads no key for an invisible user', async () => {
    const user = await newUser(identity());
    await patch(people.loner, people.loner.id, { username: 'theirs' });
    await patch(user, user.id, { username: 'theirs' }, 'taken');
    const replay = await patch(user, user.id, { username: 'theirs' }, 'taken');
    expect([outcome(replay), replay.headers.get('idempotent-replayed')]).toEqual([
      '409 conflict',
      'true',
    ]);
    expect(outcome(await patch(user, user.id, { role: 'admin' }, 'bad'))).toBe(
      '400 invalid_request',
    );
    expect(outcome(await patch(user, user.id, { name: 'x' }, 'bad'))).toBe('200');
    expect(outcome(await patch(user, people.owner.id, { name: 'y' }, 'bad'))).toBe('404 not_found');
  });
});
