import { newId } from '@florin/contracts';
import { expect, it } from 'vitest';
import { newGateway } from './gateways.ts';
import { logInAs, newAdmin, newCoOwner, newOwner, type Person } from './people.ts';
import { SESSIONS_MAX, useIdentity } from './start-identity.ts';
import { context } from './steps.ts';

const { identity, database } = useIdentity();

/** Twice the revocations that fit into one reply. */
const TWO_CHUNKS = 20_000;
/** More rows than fit into a statement of 65,535 parameters with six columns. */
const MANY = 11_000;

const countOpen = async (userId: string) => {
  const text = 'select count(*)::int as open from sessions where user_id = $1 and ended_at is null';
  const [row] = await database().query<{ open: number }>(text, [userId]);
  return row?.open;
};

const isAlive = async ({ caller, userId }: Person) => {
  const session = { sessionId: caller.sessionId ?? '', userId };
  return (await identity().client.checkSession(session, context())).alive;
};

it('limits the sessions of a user: the oldest ends, and its tokens are revoked', async () => {
  const first = await newOwner(identity());
  const gateway = newGateway(identity());
  await gateway.renew();
  for (let more = 1; more < SESSIONS_MAX; more += 1) await logInAs(identity(), first.email);
  expect([await isAlive(first), (await gateway.renew()).revocations]).toEqual([true, []]);
  const last = await logInAs(identity(), first.email);
  expect([await isAlive(first), await isAlive(last)]).toEqual([false, true]);
  expect(await countOpen(first.userId)).toBe(SESSIONS_MAX);
  const { revocations } = await gateway.renew();
  expect(revocations).toMatchObject([{ subject: first.caller.sessionId, refuses: true }]);
  await gateway.end();
});

/** The reply for a gateway that has applied all revocations up to a revision; ends its lease. */
async function renewFrom(appliedRevision: string) {
  const request = { gatewayId: newId(), appliedRevision };
  const reply = await identity().client.renew(request, context());
  await identity().client.endLease(request, context());
  return reply;
}

async function lastRevision(): Promise<string> {
  const gateway = newGateway(identity());
  const { revision } = await gateway.renew();
  await gateway.end();
  return revision;
}

const changePassword = ({ caller, id }: Person, body: object = {}, by = caller) =>
  identity().call('PATCH', `/v1/users/${id}`, {
    caller: by,
    body: { password: 'another password', ...body },
  });

it('a new password ends any number of other sessions by one revocation', async () => {
  const owner = await newOwner(identity());
  const before = await lastRevision();
  await database().query(
    `insert into sessions (id, user_id, created_at, expires_at, version)
     select gen_random_uuid(), $1, now(), $2, 1 from generate_series(1, ${MANY})`,
    [owner.userId, new Date(identity().clock.now().getTime() + 86_400_000)],
  );
  expect((await changePassword(owner)).status).toBe(200);
  expect([await countOpen(owner.userId), await isAlive(owner)]).toEqual([1, true]);
  const { revision, revocations } = await renewFrom(before);
  expect(revocations).toEqual([
    // Re-read, not refused, because gateways of an older release do not know the exception.
    { revision, subject: owner.userId, refuses: false, exceptSession: owner.caller.sessionId },
  ]);
});

it.each<[string, object, boolean, object[]]>([
  ['with another role, includes the current session', { role: 'member' }, false, [{}]],
  ['set by another user, excepts no session', {}, true, [{ refuses: true }]],
  ['of a user with one session, revokes nothing', {}, false, []],
])('a new password, %s', async (_title, change, isByAdmin, expected) => {
  const owner = await newOwner(identity());
  await newCoOwner(identity(), owner);
  const other = await newAdmin(identity());
  if (expected.length > 0) await logInAs(identity(), owner.email);
  const before = await lastRevision();
  const changed = await changePassword(owner, change, isByAdmin ? other.caller : owner.caller);
  expect(changed.status).toBe(200);
  const { revocations } = await renewFrom(before);
  expect(revocations).toMatchObject(
    expected.map((each) => ({ subject: owner.userId, refuses: false, exceptSession: '', ...each })),
  );
  expect(revocations.length).toBe(expected.length);
});

it('gateways get revocations in chunks, of which only the last grants a lease', async () => {
  const before = await lastRevision();
  await database().query(
    `with up as (update revision set revision = revision + ${TWO_CHUNKS} returning revision)
     insert into revocations (revision, kind, subject, expires_at)
     select revision - ${TWO_CHUNKS} + n, 'session', gen_random_uuid(), now() + interval '1 hour'
       from up, generate_series(1, ${TWO_CHUNKS}) n`,
  );
  const replies: { count: number; leaseMs: string }[] = [];
  let applied = before;
  for (let asked = 0; asked < 3; asked += 1) {
    const { revision, leaseMs, revocations } = await renewFrom(applied);
    expect(revocations.length).toBe(Number(revision) - Number(applied));
    replies.push({ count: revocations.length, leaseMs });
    applied = revision;
  }
  expect(replies.map(({ count }) => count)).toEqual([10_000, 10_000, 0]);
  expect(replies[0]?.leaseMs).toBe('0');
  expect(replies.at(-1)?.leaseMs).toBe('3000');
  expect(Number(applied)).toBe(Number(before) + TWO_CHUNKS);
});
