import { beforeAll, expect, it } from 'vitest';
import { newAdmin, newOwner, newUser, outcome, type Person } from './people.ts';
import { useIdentity } from './start-identity.ts';
import { logIn } from './steps.ts';

const { identity, database } = useIdentity();

const CANARY = 'canaryuser';

let owner: Person;
beforeAll(async () => {
  owner = await newOwner(identity());
});

const anonymize = (by: Pick<Person, 'caller'>, id: string) =>
  identity().call('POST', `/v1/users/${id}/anonymize`, { caller: by.caller });

async function eventsOf(userId: string) {
  const rows = await database().query<{ body: string }>(
    'select body from outbox where body like $1 order by position',
    [`%${userId}%`],
  );
  return rows.map(({ body }) => JSON.parse(body));
}

it('ends the login, keeps none of its personal data and publishes the erasure once', async () => {
  const email = `${CANARY}@example.com`;
  const user = await newUser(identity(), owner.caller, { name: CANARY, email });
  const invitation = await identity().call('POST', '/v1/invitations', {
    caller: (await newOwner(identity())).caller,
    body: { email },
  });
  const erased = await anonymize(owner, user.id);
  expect([erased.status, erased.body]).toEqual([
    200,
    { id: user.id, message: expect.any(String), api_keys: [], revoked_api_keys: 0 },
  ]);
  expect(outcome(await logIn(identity(), email))).toBe('401 invalid_credentials');
  for (const table of ['users', 'emails', 'sessions', 'invitations', 'email_confirmations'])
    expect(
      await database().query(`select from ${table} as t where t::text ilike '%${CANARY}%'`),
    ).toEqual([]);

  const events = await eventsOf(user.userId);
  expect(JSON.stringify(events)).not.toContain(CANARY);
  const about = events.filter(({ aggregate_id }) => aggregate_id === user.userId);
  expect(about.map(({ type, aggregate_sequence }) => [type, aggregate_sequence])).toEqual([
    ['user.created', 1],
    ['user.deleted', 2],
    ['user.anonymized', 3],
  ]);
  expect(about.at(-1).data.object).toMatchObject({
    ...{ id: user.id, email: `${user.id}@users.invalid`, name: null },
    invitation_ids: [invitation.body.id],
  });

  expect(outcome(await anonymize(owner, user.id))).toBe('200');
  expect(outcome(await anonymize(await newAdmin(identity()), user.id))).toBe('200');
  expect(outcome(await anonymize(await newOwner(identity()), user.id))).toBe('404 not_found');
  expect(await eventsOf(user.userId)).toHaveLength(events.length);
});

it('follows the rules of deletion', async () => {
  const own = await newUser(identity());
  expect(outcome(await anonymize(owner, own.id))).toBe('403 forbidden');
  expect(outcome(await anonymize(own, own.id))).toBe('200');
  expect(outcome(await anonymize(owner, owner.id))).toBe('409 conflict');
  const admin = await newAdmin(identity());
  const another = await newOwner(identity());
  expect(outcome(await anonymize(admin, another.id))).toBe('200');
});
