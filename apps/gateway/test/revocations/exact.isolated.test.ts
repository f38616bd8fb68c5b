import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type * as Sound from '../../src/tokens/revocations.ts';
import type { TestGateway } from '../start-gateway.ts';
import { countLate, kinds } from './kinds.ts';
import { call, logIn, newMember, newOwner } from './people.ts';
import { type System, startSystem } from './start-system.ts';

/** Each gateway revokes in half of them. */
const ROUNDS = 4;
let system: System;
let gateways: readonly TestGateway[];
let urls: readonly string[];

beforeAll(async () => {
  system = await startSystem();
  gateways = await Promise.all([system.startGateway({}), system.startGateway({})]);
  await Promise.all(gateways.map((gateway) => gateway.ready()));
  urls = gateways.map(({ url }) => url);
});
afterAll(async () => {
  await Promise.all(gateways.map((gateway) => gateway.stop()));
  await system.stop();
});

const url = () => urls[0] ?? '';

/** Session lookups by the second gateway. */
async function lookups(): Promise<number> {
  const metrics = await fetch(`http://127.0.0.1:${gateways[1]?.metricsPort}/metrics`);
  const line = /^florin_gateway_token_lookup_seconds_count\{kind="session".*\} (\d+)$/m;
  return Number(line.exec(await metrics.text())?.[1] ?? 0);
}

describe('no gateway uses data older than a revocation', () => {
  it.each(Object.entries(kinds))('%s', async (_kind, prepare) => {
    expect(await countLate(prepare, system, urls, ROUNDS)).toBe(0);
  });
});

it('control: a gateway that ignores revocations fails these rounds', async () => {
  vi.doMock('../../src/tokens/revocations.ts', async (original) => {
    const { makeRevocations } = await original<typeof Sound>();
    const blind = { isCurrent: () => true, refuses: () => false };
    return { makeRevocations: () => ({ ...makeRevocations(), ...blind }) };
  });
  vi.resetModules();
  const { startGateway } = await import('../start-gateway.ts');
  const gateway = await system.startGateway({ start: startGateway });
  await gateway.ready();
  for (const kind of ['an ended session', 'another role', 'a revoked key']) {
    const prepare = kinds[kind];
    if (!prepare) throw new Error(`there is no ${kind}`);
    expect(await countLate(prepare, system, [gateway.url, url()], 2)).toBe(2);
  }
  await gateway.stop();
});

it('looks a session up once at each gateway, and again after a change', async () => {
  const owner = await newOwner(system, url());
  const { token } = owner;
  const ask = () => call(urls[1] ?? '', 'GET', '/v1/transactions', { token });
  const before = await lookups();
  for (let count = 0; count < 5; count += 1) expect((await ask()).status).toBe(200);
  expect(await lookups()).toBe(before + 1);
  const accountId = owner.accountId;
  const context = { requestId: 'test', timeoutMs: 5_000 };
  await system.client.setAccountAccess({ accountId, access: 'read_only' }, context);
  for (let count = 0; count < 5; count += 1) expect((await ask()).status).toBe(200);
  expect(await lookups()).toBe(before + 2);
});

it('refuses a slow body that completes after the revocation of its token', async () => {
  const owner = await newOwner(system, url());
  const member = await newMember(url(), owner);
  const socket = connect(gateways[1]?.port ?? 0, '127.0.0.1');
  const answer = new Promise<string>((resolve) => {
    socket.once('data', (bytes) => resolve(bytes.toString().split('\r\n')[0] ?? ''));
  });
  const head = [
    'POST /v1/transactions HTTP/1.1',
    'Host: florin.example',
    `Authorization: Bearer ${member.token}`,
    'Content-Type: application/json',
    'Content-Length: 2',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n{`);
  expect(
    (await call(urls[1] ?? '', 'GET', '/v1/transactions', { token: member.token })).status,
  ).toBe(200);
  await call(url(), 'DELETE', `/v1/users/${member.id}`, { token: owner.token });
  socket.write('}');
  expect(await answer).toContain(' 401 ');
  socket.destroy();
});

/** A stream through one gateway, with the data received so far. */
async function openStream(base: string, token: string) {
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch(`${base}/v1/events/stream`, { headers });
  expect(response.status).toBe(200);
  const read = { text: '', isOpen: true };
  const decoder = new TextDecoder();
  void (async () => {
    for await (const chunk of response.body ?? []) read.text += decoder.decode(chunk);
  })()
    .catch(() => {})
    .finally(() => {
      read.isOpen = false;
    });
  return read;
}

/** Opens streams at all gateways; the revocation must cut exactly those of `gone`. */
async function expectCut(gone: string, stay: readonly string[], revoke: () => Promise<unknown>) {
  const at = (token: string) => urls.map((base) => openStream(base, token));
  const theirs = await Promise.all(at(gone));
  const others = await Promise.all(stay.flatMap(at));
  await revoke();
  const before = theirs.map(({ text }) => text);
  const received = others.map(({ text }) => text.length);
  system.speak();
  for (const [index, other] of others.entries())
    await expect.poll(() => other.text.length).toBeGreaterThan(received[index] ?? 0);
  expect(theirs.map(({ text }) => text)).toEqual(before);
  expect(theirs.filter(({ isOpen }) => isOpen)).toEqual([]);
  expect(others.filter(({ isOpen }) => !isOpen)).toEqual([]);
}

it('cuts the streams of revoked callers on every gateway, and no other', async () => {
  const owner = await newOwner(system, url());
  const member = await newMember(url(), owner);
  await expectCut(member.token, [owner.token], () =>
    call(url(), 'PATCH', `/v1/users/${member.id}`, {
      token: owner.token,
      body: { status: 'suspended' },
    }),
  );
});

it('a new password leaves the current session alone, with its streams and cache entries', async () => {
  const owner = await newOwner(system, url());
  const member = await newMember(url(), owner);
  const { token: other } = await logIn(url(), owner.email);
  const before = await lookups();
  await expectCut(other, [owner.token, member.token], () =>
    call(url(), 'PATCH', `/v1/users/${owner.id}`, {
      token: owner.token,
      body: { password: 'another password' },
    }),
  );
  const statuses = (token: string) =>
    Promise.all(
      urls.map(async (base) => (await call(base, 'GET', '/v1/transactions', { token })).status),
    );
  expect(await statuses(owner.token)).toEqual([200, 200]);
  // Each was looked up once, to open its stream, and never again.
  expect(await lookups()).toBe(before + 3);
  expect(await statuses(other)).toEqual([401, 401]);
});
