import { newId, toPublicId } from '@florin/contracts';
import { expect, it } from 'vitest';
import { newGateway } from './gateways.ts';
import { meet, newOwner } from './people.ts';
import { SESSIONS_MAX, useIdentity } from './start-identity.ts';
import { context } from './steps.ts';

const { identity, database } = useIdentity();

/** More than a statement could end by a parameter for each column of each. */
const MANY = 20_000;

const countOpen = async (userId: string) => {
  const text = 'select count(*)::int as open from sessions where user_id = $1 and ended_at is null';
  const [row] = await database().query<{ open: number }>(text, [userId]);
  return row?.open;
};

const isAlive = async ({ caller, userId }: Awaited<ReturnType<typeof newOwner>>) => {
  const session = { sessionId: caller.sessionId ?? '', userId };
  return (await identity().client.checkSession(session, context())).alive;
};

it('a user has so many sessions and no more: the oldest ends, and its tokens are revoked', async () => {
  const first = await newOwner(identity());
  const gateway = newGateway(identity());
  await gateway.renew();
  for (let more = 1; more < SESSIONS_MAX; more += 1) await meet(identity(), first.email);
  expect([await isAlive(first), (await gateway.renew()).revocations]).toEqual([true, []]);
  const last = await meet(identity(), first.email);
  expect([await isAlive(first), await isAlive(last)]).toEqual([false, true]);
  expect(await countOpen(first.userId)).toBe(SESSIONS_MAX);
  const { revocations } = await gateway.renew();
  expect(revocations).toMatchObject([{ subject: first.caller.sessionId, refuses: true }]);
  await gateway.end();
});

it('a new password ends however many there are, and gateways hear of each in as many replies', async () => {
  const owner = await newOwner(identity());
  const gateway = newGateway(identity());
  const before = await gateway.renew();
  await gateway.end();
  await database().query(
    `insert into sessions (id, user_id, created_at, expires_at, version)
     select gen_random_uuid(), $1, now(), $2, 1 from generate_series(1, ${MANY})`,
    [owner.userId, new Date(identity().clock.now().getTime() + 86_400_000)],
  );
  const changed = await identity().call('PATCH', `/v1/users/${toPublicId('user', owner.userId)}`, {
    caller: owner.caller,
    body: { password: 'another password' },
  });
  expect(changed.status).toBe(200);
  expect([await countOpen(owner.userId), await isAlive(owner)]).toEqual([1, true]);

  const gatewayId = newId();
  const replies: { revision: string; leaseMs: string; told: number }[] = [];
  let appliedRevision = before.revision;
  for (let asked = 0; asked < 3; asked += 1) {
    const request = { gatewayId, appliedRevision };
    const { revision, leaseMs, revocations } = await identity().client.renew(request, context());
    replies.push({ revision, leaseMs, told: revocations.length });
    expect(revocations.length).toBe(Number(revision) - Number(appliedRevision));
    appliedRevision = revision;
  }
  await identity().client.endLease({ gatewayId }, context());
  expect(replies.map(({ told }) => told)).toEqual([10_000, 10_000, 0]);
  expect(replies[0]?.leaseMs).toBe('0');
  expect(replies.at(-1)?.leaseMs).toBe('3000');
  expect(Number(appliedRevision)).toBe(Number(before.revision) + MANY);
});
