import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { AppError, anonymous } from '@florin/contracts';
import { type KeyRing, parseKeyRing } from '@florin/runtime/caller';
import { startMiddle } from '@florin/testing';
import { expect, it, onTestFinished, vi } from 'vitest';
import {
  acceptLinks,
  connectLink,
  type LinkedAnswer,
  type LinkedRequest,
  LinkLost,
  LinkTimeout,
  NotSent,
} from './index.ts';

const keyText = (letter: string) => Buffer.alloc(32, letter).toString('base64url');
const callKeys = parseKeyRing(`ledger=k1:${keyText('a')}`);
const acceptKeys = parseKeyRing(`gateway=k1:${keyText('a')}`);
const asked: LinkedRequest = {
  method: 'POST',
  template: '/v1/things/{id}',
  url: '/v1/things/7?x=1',
  headers: { 'content-type': 'application/json' },
  body: Buffer.from('{"name":"Zürich"}'),
  caller: { ...anonymous, scopes: ['transactions:write'] },
  requestId: 'req_1',
  address: '192.0.2.1',
  traceParent: undefined,
};
const soon = () => performance.now() + 20_000;
/** A busy machine exceeds the default of one second. */
const patient = { timeout: 20_000 };

/** An answer with the contents of its request. */
const echo = async (request: LinkedRequest): Promise<LinkedAnswer> => ({
  status: 201,
  headers: { 'Content-Type': 'text/plain', 'Set-Cookie': ['a=1', 'b=2'] },
  body: Buffer.from(`${request.url} ${request.requestId} ${request.caller.scopes} ${request.body}`),
});

type Serve = Parameters<typeof acceptLinks>[1]['serve'];

async function startService(serve: Serve = echo, keys: KeyRing = acceptKeys) {
  const broken: Error[] = [];
  const server = createServer((_request, response) => response.end());
  const links = acceptLinks(server, {
    acceptKeys: keys,
    serve,
    toAnswer: (error) => ({
      status: error instanceof AppError ? error.status : 500,
      headers: {},
      body: Buffer.from(String(error)),
    }),
    onBroken: (error) => broken.push(error),
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    void links.stop();
  });
  return { port: (server.address() as AddressInfo).port, server, links, broken };
}

function link(port: number, keys: KeyRing = callKeys) {
  const place = { host: '127.0.0.1', port, self: 'gateway', callee: 'ledger', callKeys: keys };
  const made = connectLink(place);
  onTestFinished(made.stop);
  return made;
}

const isUp = (made: ReturnType<typeof link>) =>
  vi.waitFor(() => expect(made.isUp()).toBe(true), patient);

/** Connects a link and its service through a proxy for the duration of the test. */
async function between(...given: Parameters<typeof startMiddle>) {
  const middle = await startMiddle(...given);
  onTestFinished(middle.stop);
  return middle;
}

it('answers many concurrent requests as over HTTP', async () => {
  const { port } = await startService();
  const made = link(port);
  await isUp(made);
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, n) => made.ask({ ...asked, requestId: `req_${n}` }, soon())),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(200).fill(201));
  expect(answers[7]?.headers).toEqual({
    'Content-Type': 'text/plain',
    'Set-Cookie': ['a=1', 'b=2'],
  });
  expect(Buffer.from(answers[7]?.body ?? []).toString()).toBe(
    '/v1/things/7?x=1 req_7 transactions:write {"name":"Zürich"}',
  );
});

it('sends nothing before it is connected', async () => {
  const made = link(1);
  await expect(made.ask(asked, soon())).rejects.toBeInstanceOf(NotSent);
});

it('is refused without a shared key', async () => {
  const { port } = await startService();
  const made = link(port, parseKeyRing(`ledger=k1:${keyText('b')}`));
  const socket = connect(port, '127.0.0.1');
  socket.write(
    'GET /link HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: florin-link\r\n\r\n',
  );
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 401 .*"error":"unauthorized"/s);
  expect(made.isUp()).toBe(false);
});

it('gives up at the deadline, and drops a later answer', async () => {
  let answer = (_: LinkedAnswer) => {};
  const { port } = await startService((request) =>
    request.requestId === 'slow' ? new Promise((resolve) => (answer = resolve)) : echo(request),
  );
  const made = link(port);
  await isUp(made);
  const slow = made.ask({ ...asked, requestId: 'slow' }, performance.now() + 50);
  await expect(slow).rejects.toBeInstanceOf(LinkTimeout);
  answer({ status: 200, headers: {}, body: Buffer.alloc(0) });
  expect(await made.ask(asked, soon())).toMatchObject({ status: 201 });
});

it('rejects open requests when it is lost, and reconnects', async () => {
  let isAsked = false;
  const { port } = await startService((request) => {
    isAsked = request.requestId === 'open';
    return isAsked ? new Promise(() => {}) : echo(request);
  });
  const middle = await between(port, (bytes) => bytes);
  const made = link(middle.port);
  await isUp(made);
  const open = made.ask({ ...asked, requestId: 'open' }, soon());
  open.catch(() => {});
  await vi.waitFor(() => expect(isAsked).toBe(true));
  middle.cut();
  await expect(open).rejects.toBeInstanceOf(LinkLost);
  await isUp(made);
  expect(await made.ask(asked, soon())).toMatchObject({ status: 201 });
});

it('is closed when a frame was modified, without executing it', async () => {
  const served: string[] = [];
  const service = await startService((request) => {
    served.push(request.requestId);
    return echo(request);
  });
  let isTampering = false;
  const { port } = await between(service.port, (bytes) => {
    if (!isTampering) return bytes;
    return Buffer.from(bytes.toString('latin1').replace('req_1', 'req_2'), 'latin1');
  });
  const made = link(port);
  await isUp(made);
  isTampering = true;
  await expect(made.ask(asked, soon())).rejects.toBeInstanceOf(LinkLost);
  expect(served).toEqual([]);
  expect(service.broken.map(({ name }) => name)).toEqual(['BrokenFrame']);
});

it('does not execute replayed frames', async () => {
  const served: string[] = [];
  const { port } = await startService((request) => {
    served.push(request.requestId);
    return echo(request);
  });
  const recorded: Buffer[] = [];
  const middle = await between(port, (bytes) => {
    recorded.push(bytes);
    return bytes;
  });
  const made = link(middle.port);
  await isUp(made);
  await made.ask(asked, soon());
  expect(served).toEqual(['req_1']);
  const socket = connect(port, '127.0.0.1');
  for (const bytes of recorded) socket.write(bytes);
  const closed = once(socket, 'close');
  socket.resume();
  await closed;
  expect(served).toEqual(['req_1']);
});

it('answers 500 if an answer cannot be sent, without affecting others', async () => {
  const { port } = await startService(async (request) => {
    if (request.requestId === 'thrown') throw new Error('a bug');
    if (request.requestId !== 'large') return echo(request);
    return { status: 200, headers: {}, body: Buffer.alloc(18_000_000) };
  });
  const made = link(port);
  await isUp(made);
  const ask = (requestId: string) => made.ask({ ...asked, requestId }, soon());
  const answers = await Promise.all(['thrown', 'large', 'other'].map(ask));
  expect(answers.map(({ status }) => status)).toEqual([500, 500, 201]);
});

it('drops requests older than any timeout', async () => {
  const { port } = await startService();
  const made = link(port);
  await isUp(made);
  const now = Date.now();
  vi.spyOn(Date, 'now').mockReturnValueOnce(now - 6_000);
  onTestFinished(() => void vi.restoreAllMocks());
  expect(await made.ask(asked, soon())).toMatchObject({ status: 503 });
});

it('answers open requests when the service stops, and accepts no more', async () => {
  let answer = (_: LinkedAnswer) => {};
  let isAsked = false;
  const { port, links } = await startService(() => {
    isAsked = true;
    return new Promise((resolve) => (answer = resolve));
  });
  const made = link(port);
  await isUp(made);
  const open = made.ask(asked, soon());
  await vi.waitFor(() => expect(isAsked).toBe(true));
  const stopped = links.stop();
  await vi.waitFor(() => expect(made.isUp()).toBe(false));
  await expect(made.ask(asked, soon())).rejects.toBeInstanceOf(NotSent);
  answer({ status: 200, headers: {}, body: Buffer.from('done') });
  expect(await open).toMatchObject({ status: 200 });
  await stopped;
});

it('opens no link once the service stops, which would wait for its end', async () => {
  const { port, server, links } = await startService();
  let upgrades = 0;
  server.on('upgrade', () => {
    upgrades += 1;
  });
  await links.stop();
  const made = link(port);
  await vi.waitFor(() => expect(upgrades).toBeGreaterThan(1), patient);
  expect(made.isUp()).toBe(false);
});

it("reports the other end's load with some answers", async () => {
  const answers: (() => void)[] = [];
  const { port } = await startService(
    (request) => new Promise((resolve) => answers.push(() => resolve(echo(request)))),
  );
  const made = link(port);
  await isUp(made);
  expect(made.load()).toBeUndefined();
  const ask = async (count: number) => {
    const asking = Array.from({ length: count }, () => made.ask(asked, soon()));
    await vi.waitFor(() => expect(answers).toHaveLength(count), patient);
    for (const answer of answers.splice(0)) answer();
    await Promise.all(asking);
  };
  await ask(32);
  expect(made.load()).toBeGreaterThanOrEqual(0.25);
  await pause(300);
  await ask(128);
  expect(made.load()).toBe(1);
});

it('is silent if it owes an answer and sends nothing', async () => {
  let isPassing = true;
  const { port } = await startService((request) =>
    request.requestId === 'slow' ? new Promise(() => {}) : echo(request),
  );
  const middle = await between(port, (bytes) => (isPassing ? bytes : undefined));
  const made = link(middle.port);
  await isUp(made);
  const slow = made.ask({ ...asked, requestId: 'slow' }, performance.now() + 60_000);
  slow.catch(() => {});
  // A busy end answers pings, so it is not silent.
  await pause(1_500);
  await vi.waitFor(() => expect(made.isSilent()).toBe(false), patient);
  isPassing = false;
  await vi.waitFor(() => expect(made.isSilent()).toBe(true), patient);
  expect(made.isUp()).toBe(true);
  isPassing = true;
});

it('waits for a service that does not accept links yet', async () => {
  const server = createServer((_request, response) => response.end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const made = link((server.address() as AddressInfo).port);
  await expect(made.ask(asked, soon())).rejects.toBeInstanceOf(NotSent);
});
