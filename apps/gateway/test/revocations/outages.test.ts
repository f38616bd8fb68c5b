import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { TestGateway } from '../start-gateway.ts';
import { call, newMember, newOwner, type Person } from './people.ts';
import { type System, startSystem } from './start-system.ts';

let system: System;
let healthy: TestGateway;
const started: { stop(): Promise<void> }[] = [];

beforeAll(async () => {
  system = await startSystem();
  healthy = await system.startGateway({});
  await healthy.ready();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(started.splice(0).map((each) => each.stop()));
});
afterAll(async () => {
  await healthy.stop();
  await system.stop();
});

const stopLater = <Part extends { stop(): Promise<void> }>(part: Part): Part => {
  started.push(part);
  return part;
};

const ask = (url: string, { token }: Pick<Person, 'token'>) =>
  call(url, 'GET', '/v1/transactions', { token });

async function newPair() {
  const owner = await newOwner(system, healthy.url);
  return { owner, member: await newMember(healthy.url, owner) };
}

const remove = ({ owner, member }: Awaited<ReturnType<typeof newPair>>) =>
  call(healthy.url, 'DELETE', `/v1/users/${member.id}`, { token: owner.token });

it('identity waits for a suspended gateway, which accepts no revoked token when it resumes', async () => {
  const gateway = stopLater(await system.startGatewayProcess());
  await expect.poll(async () => (await fetch(`${gateway.url}/readyz`)).status).toBe(200);
  const pair = await newPair();
  const { owner, member } = pair;
  for (const person of [owner, member]) expect((await ask(gateway.url, person)).status).toBe(200);
  const headers = { Authorization: `Bearer ${member.token}` };
  const stream = await fetch(`${gateway.url}/v1/events/stream`, { headers });
  const reader = stream.body?.getReader();
  await reader?.read();

  process.kill(gateway.pid ?? 0, 'SIGSTOP');
  expect((await remove(pair)).status).toBe(200);
  system.speak();
  const answers = [ask(gateway.url, member), ask(gateway.url, owner)];
  const next = reader?.read().catch(() => 'cut');
  // All requests have arrived when the gateway resumes.
  await pause(100);
  process.kill(gateway.pid ?? 0, 'SIGCONT');
  const [late, good] = await Promise.all(answers);
  // Identity may answer after their timeout.
  expect([401, 503]).toContain(late?.status);
  expect([200, 503]).toContain(good?.status);
  expect(await next).toSatisfy((chunk) => chunk === 'cut' || chunk.done);
  for (const [person, status] of [
    [owner, 200],
    [member, 401],
  ] as const)
    await expect.poll(async () => (await ask(gateway.url, person)).status).toBe(status);
});

it('a gateway cut off from identity answers 503 until it is back, whatever its wall clock says', async () => {
  const gateway = stopLater(await system.startGateway({ byWay: true }));
  await gateway.ready();
  const pair = await newPair();
  const { owner, member } = pair;
  for (const person of [owner, member]) expect((await ask(gateway.url, person)).status).toBe(200);
  system.way.cut();
  const realNow = Date.now;
  expect((await remove(pair)).status).toBe(200);
  vi.spyOn(Date, 'now').mockImplementation(() => realNow() - 3_600_000);
  for (const person of [owner, member]) {
    const answer = await ask(gateway.url, person);
    expect([answer.status, answer.body.error]).toEqual([503, 'unavailable']);
  }
  expect((await fetch(`${gateway.url}/readyz`)).status).toBe(503);
  vi.restoreAllMocks();
  system.way.mend();
  await expect.poll(async () => (await ask(gateway.url, owner)).status).toBe(200);
  expect((await ask(gateway.url, member)).status).toBe(401);
});

it('a gateway without NATS reads revocations when it renews its lease', async () => {
  const gateway = stopLater(await system.startGateway({ usesNats: false }));
  await gateway.ready();
  for (let round = 0; round < 3; round += 1) {
    const pair = await newPair();
    expect((await ask(gateway.url, pair.member)).status).toBe(200);
    expect((await remove(pair)).status).toBe(200);
    expect((await ask(gateway.url, pair.member)).status).toBe(401);
  }
});

it('gateways start without identity, accept no token during a long outage, and recover', async () => {
  const pair = await newPair();
  const { owner, member } = pair;
  for (const person of [owner, member]) expect((await ask(healthy.url, person)).status).toBe(200);
  await system.identity.kill();
  const late = stopLater(await system.startGateway({}));
  expect((await fetch(`${late.url}/readyz`)).status).toBe(503);
  const statusAt = async (url: string) => (await ask(url, owner)).status;
  await expect.poll(() => statusAt(late.url)).toBe(503);
  await expect.poll(() => statusAt(healthy.url)).toBe(503);
  await system.identity.start();
  for (const { url } of [healthy, late]) await expect.poll(() => statusAt(url)).toBe(200);
  await healthy.ready();
  await late.ready();
  expect((await remove(pair)).status).toBe(200);
  for (const { url } of [healthy, late]) expect((await ask(url, member)).status).toBe(401);
});
