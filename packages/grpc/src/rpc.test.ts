import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { AppError, anonymous, type ErrorCode, errorStatuses, newId } from '@florin/contracts';
import { grpcServices } from '@florin/contracts/protos';
import { freePort } from '@florin/local-servers';
import {
  ASSERTION_HEADER,
  type Assertion,
  parseKeyRing,
  signAssertion,
} from '@florin/runtime/caller';
import { eventually, testKeys } from '@florin/testing';
import {
  Client,
  credentials,
  Metadata,
  makeGenericClientConstructor,
  type ServiceError,
  type StatusObject,
  status,
} from '@grpc/grpc-js';
import { service as healthService } from 'grpc-health-check';
import { afterEach, describe, expect, it } from 'vitest';
import { makeClient } from './clients.ts';
import { type GrpcServer, type RpcsOf, rpcService, serveGrpc } from './serve.ts';

type OpenBalance = RpcsOf<typeof grpcServices.balances.service>['OpenBalance'];

const PATH = '/florin.ledger.v1.BalancesService/OpenBalance';
const request = { accountId: newId(), currency: 'USD' };
const context = { requestId: 'req-1', timeoutMs: 5_000 };
const ends: (() => unknown)[] = [];
let bugs: [error: unknown, requestId: string][] = [];

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  bugs = [];
});

const answers: OpenBalance = async () => ({});

/** A ledger with only this RPC. */
async function serve(rpc: OpenBalance = answers, port = 0): Promise<GrpcServer> {
  const { service } = grpcServices.balances;
  const others = Object.keys(service).filter((name) => name !== 'OpenBalance');
  const rpcs = { ...Object.fromEntries(others.map((name) => [name, answers])), OpenBalance: rpc };
  const server = await serveGrpc(
    { host: '127.0.0.1', port, acceptKeys: testKeys('accounts') },
    [rpcService(service, rpcs as RpcsOf<typeof service>)],
    (error, { requestId }) => bugs.push([error, requestId]),
  );
  ends.push(() => server.stop(0));
  return server;
}

function clientOf(...ports: readonly number[]) {
  const client = makeClient(grpcServices.balances, {
    self: 'accounts',
    callee: 'ledger',
    addresses: ports.map((port) => `127.0.0.1:${port}`),
    callKeys: testKeys('ledger'),
  });
  ends.push(() => client.close());
  return client;
}

/** Calls with or without metadata; resolves with the status. */
function callBare(port: number, assertion?: string): Promise<Partial<StatusObject>> {
  const address = `127.0.0.1:${port}`;
  const client = new Client(address, credentials.createInsecure());
  const { path, requestSerialize, responseDeserialize } = grpcServices.balances.service.OpenBalance;
  ends.push(() => client.close());
  const metadata = new Metadata();
  if (assertion !== undefined) metadata.set(ASSERTION_HEADER, assertion);
  return new Promise((resolve) => {
    const answered = (error: ServiceError | null) => resolve(error ?? { code: status.OK });
    client.makeUnaryRequest(
      path,
      requestSerialize,
      responseDeserialize,
      request,
      metadata,
      answered,
    );
  });
}

describe('a call', () => {
  it('carries the request, the reply and the caller', async () => {
    const seen: [unknown, Assertion][] = [];
    const { port } = await serve(async (received, { deadline: _, ...assertion }) => {
      seen.push([received, assertion]);
      return {};
    });
    const caller = { ...anonymous, userId: newId(), accountId: newId(), role: 'owner' as const };
    expect(await clientOf(port).openBalance(request, { ...context, caller })).toEqual({});
    expect(seen).toEqual([
      [
        request,
        { from: 'accounts', method: 'GRPC', path: PATH, caller, requestId: context.requestId },
      ],
    ]);
  });

  it("passes the caller's remaining time, within bounds", async () => {
    const left: number[] = [];
    const { port } = await serve(async (_request, { deadline }) => {
      left.push(deadline - performance.now());
      return {};
    });
    await clientOf(port).openBalance(request, { ...context, timeoutMs: 60_000 });
    await clientOf(port).openBalance(request, { ...context, timeoutMs: 5_000 });
    expect(left.map((ms) => Math.ceil(ms / 5_000))).toEqual([2, 1]);
  });

  it('rejects text that cannot be stored', async () => {
    let calls = 0;
    const { port } = await serve(async () => {
      calls += 1;
      return {};
    });
    const wrong = { ...request, currency: 'US\0' };
    await expect(clientOf(port).openBalance(wrong, context)).rejects.toMatchObject({
      code: 'invalid_request',
    });
    expect([calls, bugs]).toEqual([0, []]);
  });

  it('is anonymous by default', async () => {
    const callers: unknown[] = [];
    const { port } = await serve(async (_request, { caller }) => {
      callers.push(caller);
      return {};
    });
    await clientOf(port).openBalance(request, context);
    expect(callers).toEqual([anonymous]);
  });

  it('rejects without a key for signing', async () => {
    const client = makeClient(grpcServices.balances, {
      self: 'accounts',
      callee: 'ledger',
      addresses: ['127.0.0.1:1'],
      callKeys: new Map(),
    });
    ends.push(() => client.close());
    await expect(client.openBalance(request, context)).rejects.toThrow('CALL_KEYS');
  });
});

describe('the caller assertion', () => {
  const valid = { from: 'accounts', method: 'GRPC', path: PATH, caller: anonymous, requestId: 'r' };
  const sign = (change: Partial<Assertion> = {}, ageMs = 0, keys = testKeys('ledger')) =>
    signAssertion(keys, 'ledger', { ...valid, ...change }, Date.now() - ageMs);
  const otherKeys = parseKeyRing(`ledger=k1:${Buffer.alloc(32, 9).toString('base64url')}`);

  it('authenticates a call', async () => {
    const { port } = await serve();
    expect(await callBare(port, sign())).toMatchObject({ code: status.OK });
  });

  it.each([
    ['missing', undefined],
    ['no assertion at all', 'nonsense'],
    ['signed with another key', sign({}, 0, otherKeys)],
    ['expired', sign({}, 6_000)],
    ['for another method', sign({ path: '/florin.ledger.v1.BalancesService/CloseBalance' })],
    ['for the same path over HTTP', sign({ method: 'POST' })],
    ['of a peer without a key', sign({ from: 'billing' })],
  ])('is required: a call is refused if it is %s', async (_what, assertion) => {
    let calls = 0;
    const { port } = await serve(async () => {
      calls += 1;
      return {};
    });
    expect(await callBare(port, assertion)).toMatchObject({
      code: status.UNAUTHENTICATED,
      details: 'a valid caller assertion is required',
    });
    expect(calls).toBe(0);
  });
});

describe('an error', () => {
  const codes = (Object.keys(errorStatuses) as ErrorCode[]).filter((c) => c !== 'internal_error');

  it.each(codes)('is passed on with its code and message: %s', async (code) => {
    const message = `balance is 0: record a credit first – 残高 (${code})`;
    const { port } = await serve(async () => {
      throw new AppError(code, message);
    });
    const failure: unknown = await clientOf(port)
      .openBalance(request, context)
      .catch((e) => e);
    expect(failure).toBeInstanceOf(AppError);
    expect(failure).toMatchObject({ code, message, status: errorStatuses[code] });
    expect(bugs).toEqual([]);
  });

  it('is passed on with its retry delay', async () => {
    const { port } = await serve(async () => {
      throw new AppError('rate_limited', 'wait', { headers: { 'Retry-After': '7', Other: 'x' } });
    });
    await expect(clientOf(port).openBalance(request, context)).rejects.toMatchObject({
      code: 'rate_limited',
      headers: { 'Retry-After': '7' },
    });
  });

  it.each([
    ['thrown', async () => Promise.reject(new TypeError('the secret text of a bug'))],
    ['thrown before there is a promise', () => JSON.parse('the secret text of a bug')],
    ['no error', async () => Promise.reject('the secret text of a bug')],
    ['passed on', async () => Promise.reject(new AppError('internal_error', 'the secret text'))],
  ] as [string, OpenBalance][])(
    'that is a bug arrives without its text and is reported: %s',
    async (_what, rpc) => {
      const { port } = await serve(rpc);
      const failure: unknown = await clientOf(port)
        .openBalance(request, context)
        .catch((e) => e);
      expect(failure).toMatchObject({ code: 'internal_error', status: 500 });
      expect(String(failure)).not.toContain('secret');
      expect(String((failure as Error).cause)).not.toContain('secret');
      expect(bugs).toHaveLength(1);
      expect(String(bugs[0]?.[0])).toContain('secret');
      expect(bugs[0]?.[1]).toBe(context.requestId);
    },
  );

  it('is unavailable when the deadline passes', async () => {
    const { port } = await serve(() => new Promise(() => {}));
    const startedAt = performance.now();
    await expect(
      clientOf(port).openBalance(request, { ...context, timeoutMs: 100 }),
    ).rejects.toMatchObject({ code: 'unavailable', status: 503 });
    expect(performance.now() - startedAt).toBeLessThan(20_000);
  });

  it('is unavailable if the connection is refused', async () => {
    await expect(clientOf(await freePort()).openBalance(request, context)).rejects.toMatchObject({
      code: 'unavailable',
      message: 'ledger does not answer: repeat the request',
    });
  });

  it('is unavailable if the connection breaks', async () => {
    const reached = Promise.withResolvers<void>();
    const { port } = await serve(() => {
      reached.resolve();
      return new Promise(() => {});
    });
    const sockets: Socket[] = [];
    const between = createServer((socket) => {
      const onwards = connect(port, '127.0.0.1');
      sockets.push(socket, onwards);
      socket.on('error', () => {}).pipe(onwards);
      onwards.on('error', () => {}).pipe(socket);
    }).listen(0, '127.0.0.1');
    ends.push(() => between.close());
    await once(between, 'listening');
    const { port: portBetween } = between.address() as AddressInfo;
    const calling = clientOf(portBetween).openBalance(request, context);
    const failed = expect(calling).rejects.toMatchObject({ code: 'unavailable' });
    await reached.promise;
    for (const socket of sockets) socket.destroy();
    await failed;
  });

  it('is unavailable if the callee stops during the call', async () => {
    const reached = Promise.withResolvers<void>();
    const server = await serve(() => {
      reached.resolve();
      return new Promise(() => {});
    });
    const calling = clientOf(server.port).openBalance(request, context);
    const failed = expect(calling).rejects.toMatchObject({ code: 'unavailable' });
    await reached.promise;
    await server.stop(0);
    await failed;
  });
});

describe('a server', () => {
  it('reports health to any client', async () => {
    const { port } = await serve();
    const Health = makeGenericClientConstructor(healthService, 'Health');
    const client = new Health(`127.0.0.1:${port}`, credentials.createInsecure());
    ends.push(() => client.close());
    const reply = await new Promise((resolve, reject) => {
      client.check?.({ service: '' }, (error: unknown, answer: unknown) =>
        error ? reject(error) : resolve(answer),
      );
    });
    expect(reply).toEqual({ status: 'SERVING' });
  });

  it('finishes calls in flight when it stops, and refuses new ones', async () => {
    const reached = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const server = await serve(async () => {
      reached.resolve();
      await goOn.promise;
      return {};
    });
    const client = clientOf(server.port);
    const calling = client.openBalance(request, context);
    await reached.promise;
    const stopped = server.stop(10_000);
    await expect(clientOf(server.port).openBalance(request, context)).rejects.toMatchObject({
      code: 'unavailable',
    });
    goOn.resolve();
    expect(await calling).toEqual({});
    await stopped;
  });

  it('waits for calls only until its timeout', async () => {
    const reached = Promise.withResolvers<void>();
    const server = await serve(() => {
      reached.resolve();
      return new Promise(() => {});
    });
    const failed = expect(clientOf(server.port).openBalance(request, context)).rejects.toThrow();
    await reached.promise;
    const startedAt = performance.now();
    await server.stop(100);
    expect(performance.now() - startedAt).toBeLessThan(20_000);
    await failed;
  });

  it('does not start on a used port', async () => {
    const { port } = await serve();
    await expect(serve(answers, port)).rejects.toThrow();
  });

  it('does not start if a method has no implementation', async () => {
    const { service } = grpcServices.balances;
    const incomplete = { definition: { OpenBalance: service.OpenBalance }, rpcs: {} };
    const config = { host: '127.0.0.1', port: 0, acceptKeys: testKeys('accounts') };
    await expect(serveGrpc(config, [incomplete], () => {})).rejects.toThrow(
      `${PATH} has no implementation`,
    );
  });
});

describe('several replicas', () => {
  /** A server that counts its calls. */
  async function counting(port = 0) {
    const counter = { calls: 0, port: 0, stop: async () => {} };
    const server = await serve(async () => {
      counter.calls += 1;
      return {};
    }, port);
    return Object.assign(counter, { port: server.port, stop: () => server.stop(0) });
  }

  it('share the calls', async () => {
    const [first, second] = [await counting(), await counting()];
    const client = clientOf(first.port, second.port);
    // Connections are established one after another.
    await eventually(async () => {
      await client.openBalance(request, context);
      expect(Math.min(first.calls, second.calls)).toBeGreaterThan(0);
    });
    const before = [first.calls, second.calls];
    for (let n = 0; n < 20; n += 1) await client.openBalance(request, context);
    expect([first.calls, second.calls]).toEqual(before.map((calls) => calls + 10));
  });

  it('answer all calls while one is down, and share them again when it is back', async () => {
    const [first, second] = [await counting(), await counting()];
    const client = clientOf(first.port, second.port);
    await eventually(async () => {
      await client.openBalance(request, context);
      expect(Math.min(first.calls, second.calls)).toBeGreaterThan(0);
    });
    await first.stop();
    const before = second.calls;
    // A call sent while the connection breaks may fail; later ones must not.
    await client.openBalance(request, context).catch(() => {});
    for (let n = 0; n < 20; n += 1) await client.openBalance(request, context);
    expect(second.calls).toBeGreaterThanOrEqual(before + 20);

    const back = await counting(first.port);
    await eventually(async () => {
      await client.openBalance(request, context);
      expect(back.calls).toBeGreaterThan(0);
    });
  });

  it('answer all calls if one has never been reachable', async () => {
    const only = await counting();
    const client = clientOf(await freePort(), only.port);
    for (let n = 0; n < 20; n += 1) await client.openBalance(request, context);
    expect(only.calls).toBe(20);
  });
});
