import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { newGateway } from './gateways.ts';
import { createKey } from './keys.ts';
import { newOwner, newUser, type Person } from './people.ts';
import { startIdentity, useIdentity } from './start-identity.ts';
import { context, logIn, openAccount, reservationOf } from './steps.ts';

const { identity, database } = useIdentity();

/** A response that need not wait usually arrives within this time. */
const A_WHILE_MS = 250;
const LEASE_MS = 3_000;

async function isAnswered(answer: Promise<unknown>, withinMs = A_WHILE_MS): Promise<boolean> {
  return Promise.race([answer.then(() => true), pause(withinMs, false)]);
}

/** On a stalled machine the lease may have expired, and then a response is correct. */
function expectEarlyOnlyAfter(leasedAt: number, early: readonly boolean[]): void {
  if (performance.now() < leasedAt + LEASE_MS) expect(early).not.toContain(true);
}

const call = (person: Person, method: string, path: string, body?: object) =>
  identity().call(method, path, { caller: person.caller, ...(body && { body }) });

const userPath = ({ id }: Person) => `/v1/users/${id}`;

/** Every operation that revokes something, returned after its setup. */
const revokes: readonly [string, () => Promise<() => Promise<unknown>>][] = [
  [
    'ending a session',
    async () => {
      const owner = await newOwner(identity());
      return () => call(owner, 'DELETE', '/v1/auth/session');
    },
  ],
  [
    'suspending a user',
    async () => {
      const owner = await newOwner(identity());
      const member = await newUser(identity(), owner.caller);
      return () => call(owner, 'PATCH', userPath(member), { status: 'suspended' });
    },
  ],
  [
    'a new password',
    async () => {
      const owner = await newOwner(identity());
      await logIn(identity(), owner.email);
      return () => call(owner, 'PATCH', userPath(owner), { password: 'another password' });
    },
  ],
  [
    'another role',
    async () => {
      const owner = await newOwner(identity());
      const member = await newUser(identity(), owner.caller);
      return () => call(owner, 'PATCH', userPath(member), { role: 'owner' });
    },
  ],
  [
    'deleting a user',
    async () => {
      const owner = await newOwner(identity());
      const member = await newUser(identity(), owner.caller);
      return () => call(owner, 'DELETE', userPath(member));
    },
  ],
  [
    'revoking a key',
    async () => {
      const owner = await newOwner(identity());
      const { body } = await createKey(identity(), owner.caller);
      return () => call(owner, 'DELETE', `/v1/api_keys/${body.id}`);
    },
  ],
  [
    'rotating a key',
    async () => {
      const owner = await newOwner(identity());
      const { body } = await createKey(identity(), owner.caller);
      return () => call(owner, 'POST', `/v1/api_keys/${body.id}/rotate`);
    },
  ],
  [
    'suspending an account',
    async () => {
      const { accountId } = await openAccount(identity());
      const request = { accountId, access: 'read_only' };
      return () => identity().client.setAccountAccess(request, context());
    },
  ],
  [
    'closing an account',
    async () => {
      const { accountId } = await openAccount(identity());
      return () => identity().client.closeAccount({ accountId }, context());
    },
  ],
  [
    'opening an account as a user',
    async () => {
      const user = await newUser(identity());
      const reservation = await reservationOf(identity(), { creatorUserId: user.userId });
      const { accountId } = reservation;
      await identity().client.reserveOwner(reservation, context());
      return () => identity().client.confirmOwner({ accountId }, context());
    },
  ],
];

describe.each(revokes)('%s', (_title, prepare) => {
  it('responds once every gateway has applied it, and so do repetitions', async () => {
    const [first, second] = [newGateway(identity()), newGateway(identity())];
    const revoke = await prepare();
    const leasedAt = performance.now();
    await Promise.all([first.renew(), second.renew()]);
    const answers = [revoke()];
    const hasNews = async () => (await first.renew()).revocations.length;
    await expect.poll(hasNews).toBeGreaterThan(0);
    await first.renew();
    answers.push(revoke());
    const early = await Promise.all(answers.map((answer) => isAnswered(answer)));
    expectEarlyOnlyAfter(leasedAt, early);
    // Received is not applied: only its next call acknowledges.
    await second.renew();
    await second.renew();
    await Promise.allSettled(answers);
    await Promise.all([first.end(), second.end()]);
  });
});

it('does not wait for a stopped gateway', async () => {
  const owner = await newOwner(identity());
  const stopped = newGateway(identity());
  await stopped.renew();
  await stopped.end();
  const ending = call(owner, 'DELETE', '/v1/auth/session');
  expect(await isAnswered(ending, LEASE_MS - A_WHILE_MS)).toBe(true);
});

it('waits for a lease to expire, once, regardless of the wall clock', async () => {
  const [owner, other] = [await newOwner(identity()), await newOwner(identity())];
  const hung = newGateway(identity());
  const leasedAt = performance.now();
  await hung.renew();
  const ending = call(owner, 'DELETE', '/v1/auth/session');
  await pause(A_WHILE_MS);
  identity().clock.advance(3_600_000);
  await database().query(`update gateway_leases set renewed_at = renewed_at - interval '1 hour'`);
  expect((await ending).status).toBe(200);
  // A timer may fire a moment early.
  expect(performance.now() - leasedAt).toBeGreaterThan(2_900);
  expect(await database().query('select * from gateway_leases')).toEqual([]);
  const next = call(other, 'DELETE', '/v1/auth/session');
  expect(await isAnswered(next, LEASE_MS - A_WHILE_MS)).toBe(true);
});

it('waits again for a gateway that returned meanwhile', async () => {
  const owner = await newOwner(identity());
  const gateway = newGateway(identity());
  await gateway.renew();
  const before = gateway.gatewayId;
  const former = await database().query('select revision from revision');
  const ending = call(owner, 'DELETE', '/v1/auth/session');
  await expect.poll(() => database().query('select revision from revision')).not.toEqual(former);
  // The reply got lost: the gateway repeats its request and has applied nothing.
  const { revision } = await newGateway(identity()).renew();
  const request = { gatewayId: before, appliedRevision: String(BigInt(revision) - 1n) };
  await identity().client.renew(request, context());
  await ending;
  const rows = await database().query('select gateway_id from gateway_leases');
  expect(rows).toContainEqual({ gateway_id: before });
  await database().query('delete from gateway_leases');
});

it('waits in one process for gateways served by another', async () => {
  const second = await startIdentity(database().url);
  const owner = await newOwner(identity());
  const gateway = newGateway(second);
  const leasedAt = performance.now();
  await gateway.renew();
  const ending = call(owner, 'DELETE', '/v1/auth/session');
  expectEarlyOnlyAfter(leasedAt, [await isAnswered(ending)]);
  await gateway.renew();
  await gateway.renew();
  expect((await ending).status).toBe(200);
  await gateway.end();
  await second.stop();
});
