import { once } from 'node:events';
import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { anonymous, newId } from '@florin/contracts';
import { grpcServices } from '@florin/contracts/protos';
import { openDatabase } from '@florin/database';
import { makeClient, type RpcService, type RpcsOf, rpcService } from '@florin/grpc';
import { defineRoute, type Route } from '@florin/http-api';
import { freePort } from '@florin/local-servers';
import { ASSERTION_HEADER, signAssertion } from '@florin/runtime/caller';
import { type CallOptions, callService, createDatabase, peerAt, testKeys } from '@florin/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { createMetrics } from '../metrics/create-metrics.ts';
import { createLog } from '../program/log.ts';
import { type ServedService, serve } from './serve.ts';

const caller = { userId: newId(), accountId: newId(), role: 'owner' } as const;
const context = { requestId: 'req-1', timeoutMs: 5_000 };

const route = defineRoute({
  method: 'POST',
  path: '/v1/transactions',
  operationId: 'forATest',
  summary: 'For a test',
  token: 'session_or_key',
  scope: 'transactions:write',
  timeoutMs: 3_000,
  body: z.object({ name: z.string() }),
  replies: { 200: z.object({}) },
  errors: ['invalid_request'],
  handle: async ({ body }) => ({ status: 200, body }),
});
const withHandle = (handle: Route['handle']): Route => ({ ...route, handle });

/** Starts a ledger with one route, and captures its log. */
async function start(
  served: Route = route,
  rpcs: readonly RpcService[] = [],
  ports = {},
  record: ServedService['record'] = async () => {},
) {
  const destination = new PassThrough();
  let written = '';
  destination.on('data', (chunk) => {
    written += chunk;
  });
  const config = {
    host: '127.0.0.1',
    httpPort: 0,
    grpcPort: 0,
    acceptKeys: testKeys('gateway'),
    ...ports,
  };
  const server = await serve(
    {
      ...{ name: 'ledger', version: '1.2.3', routes: [served], rpcs, metrics: createMetrics() },
      ...{ record, events: { outage: () => undefined } },
    },
    config,
    createLog('ledger', destination),
  );
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= server.stop();
    return stopping;
  };
  onTestFinished(stop);
  return {
    ...server,
    stop,
    logText: () => written,
    log: () =>
      written
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line)),
    post: (options: CallOptions) =>
      callService('ledger', server.httpPort, 'POST', '/v1/transactions', { caller, ...options }),
  };
}

it('answers although an operation cannot be recorded for the audit log, and logs it', async () => {
  const record = () => Promise.reject(new Error('no room'));
  const service = await start(undefined, [], {}, record);
  expect((await service.post({ body: { name: 'Ada' } })).status).toBe(200);
  const [lost] = service
    .log()
    .filter(({ msg }) => msg === 'an operation could not be recorded for the audit log');
  expect(lost).toMatchObject({
    operation: { operation: 'POST /v1/transactions', status: 200 },
    actor: { user_id: caller.userId },
  });
});

function describeClient(grpcPort: number) {
  const client = makeClient(grpcServices.describe, peerAt('gateway', 'ledger', grpcPort));
  onTestFinished(() => client.close());
  return client;
}

describe('a service', () => {
  it('reports that it is alive', async () => {
    const { httpPort } = await start();
    const response = await fetch(`http://127.0.0.1:${httpPort}/healthz`);
    expect(await response.json()).toEqual({ status: 'ok', service: 'ledger' });
  });

  it('reports its version, and its commit if known', async () => {
    const version = async (config: object) => {
      const { httpPort } = await start(route, [], config);
      return (await fetch(`http://127.0.0.1:${httpPort}/version`)).json();
    };
    expect(await version({})).toEqual({ name: 'ledger', version: '1.2.3' });
    const commit = '0123456789abcdef0123456789abcdef01234567';
    expect(await version({ commit })).toEqual({ name: 'ledger', version: '1.2.3', commit });
  });

  it('requires the metrics token, if set, to report about itself', async () => {
    const metricsToken = 'a-token-of-more-than-32-characters';
    const { httpPort } = await start(route, [], { metricsToken });
    const ask = (path: string, authorization?: string) =>
      fetch(`http://127.0.0.1:${httpPort}${path}`, {
        headers: authorization === undefined ? {} : { Authorization: authorization },
      });
    for (const path of ['/metrics', '/version', '/version?a=b']) {
      const wrong = `Bearer ${metricsToken}s`;
      for (const authorization of [undefined, '', metricsToken, wrong, `Basic ${metricsToken}`]) {
        const refused = await ask(path, authorization);
        expect(refused.status).toBe(401);
        expect(refused.headers.get('WWW-Authenticate')).toBe('Bearer');
        expect(await refused.text()).toBe('');
      }
      expect((await ask(path, `Bearer ${metricsToken}`)).status).toBe(200);
    }
    // A liveness probe has no token, and gets no other information.
    expect(await (await ask('/healthz')).text()).not.toContain('1.2.3');
  });

  it('describes its routes to the gateway', async () => {
    const { grpcPort } = await start();
    const { describe: ask } = describeClient(grpcPort);
    const { openapi = '', digest, ...described } = await ask({}, context);
    expect(described).toEqual({
      service: 'ledger',
      version: '1.2.3',
      routes: [
        {
          method: 'POST',
          template: '/v1/transactions',
          token: 'session_or_key',
          scope: 'transactions:write',
          timeoutMs: 3_000,
          stream: false,
          costly: false,
        },
      ],
    });
    expect(JSON.parse(openapi).paths['/v1/transactions'].post.summary).toBe('For a test');
    expect(await ask({ knownDigest: 'of another version' }, context)).toMatchObject({ openapi });
    expect(await ask({ knownDigest: digest }, context)).toEqual({
      service: 'ledger',
      version: '1.2.3',
      digest,
      routes: [],
      openapi: '',
    });
  });

  it('serves its routes and logs each request without its contents', async () => {
    const { post, log, logText } = await start();
    const answer = await post({ body: { name: 'a personal name' } });
    expect(answer).toMatchObject({ status: 200, body: { name: 'a personal name' } });
    expect(log()).toMatchObject([
      {
        level: 30,
        name: 'ledger',
        msg: 'answered',
        method: 'POST',
        route: '/v1/transactions',
        status: 200,
        duration_ms: expect.any(Number),
        request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    ]);
    expect(logText()).not.toContain('personal');
  });

  it('does not start on a used port, and leaves no port open', async () => {
    const { httpPort, grpcPort } = await start();
    await expect(start(route, [], { httpPort })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    const free = await freePort();
    await expect(start(route, [], { httpPort: free, grpcPort })).rejects.toThrow();
    await start(route, [], { httpPort: free });
  });
});

/** Calls an RPC that runs this work; resolves with the caller's result. */
async function callRpc(work: () => Promise<never>) {
  const { service } = grpcServices.balances;
  const rpcs = Object.fromEntries(Object.keys(service).map((name) => [name, work]));
  const ledger = await start(route, [
    rpcService(service, rpcs as unknown as RpcsOf<typeof service>),
  ]);
  const client = makeClient(grpcServices.balances, peerAt('gateway', 'ledger', ledger.grpcPort));
  onTestFinished(() => client.close());
  const failure: unknown = await client.openBalance({}, context).catch((error: unknown) => error);
  return { failure, log: ledger.log() };
}

describe('a failure', () => {
  const trouble = () => Promise.reject(new Error('Connection terminated unexpectedly'));
  const bug = () => Promise.reject(new TypeError('a bug'));

  it('in the database is unavailable over HTTP, not an internal error', async () => {
    const { post, log } = await start(withHandle(trouble));
    const answer = await post({ body: { name: 'x' } });
    expect(answer).toMatchObject({ status: 503, body: { error: 'unavailable' } });
    expect(answer.headers.get('Retry-After')).toBe('1');
    expect(log().map(({ msg }) => msg)).toEqual(['answered']);
  });

  it('in the database is unavailable over gRPC, not an internal error', async () => {
    const { failure, log } = await callRpc(trouble);
    expect(failure).toMatchObject({ code: 'unavailable' });
    expect(log).toEqual([]);
  });

  it('caused by a bug over HTTP is logged with its stack and the request’s id', async () => {
    const { post, log } = await start(withHandle(bug));
    const answer = await post({ body: { name: 'x' } });
    expect(answer).toMatchObject({ status: 500, body: { error: 'internal_error' } });
    const [failed, answered] = log();
    expect(failed).toMatchObject({
      level: 50,
      msg: 'request failed',
      err: { type: 'TypeError', message: 'a bug', stack: expect.stringContaining('serve.test.ts') },
    });
    expect(failed.request_id).toBe(answered.request_id);
  });

  it('caused by a bug over gRPC is logged with its stack and the request’s id', async () => {
    const { failure, log } = await callRpc(bug);
    expect(failure).toMatchObject({ code: 'internal_error' });
    expect(log).toMatchObject([
      { level: 50, msg: 'rpc failed', request_id: 'req-1', err: { message: 'a bug' } },
    ]);
  });

  it('logs nothing of an invalid body', async () => {
    const { httpPort, post, logText, log } = await start();
    await post({ body: { name: { password: 'hunter2' } } });
    const path = '/v1/transactions';
    const assertion = {
      from: 'gateway',
      method: 'POST',
      path,
      caller: { ...anonymous, ...caller },
      requestId: 'req-1',
    };
    const broken = await fetch(`http://127.0.0.1:${httpPort}${path}`, {
      method: 'POST',
      headers: {
        [ASSERTION_HEADER]: signAssertion(testKeys('ledger'), 'ledger', assertion, Date.now()),
        'Content-Type': 'application/json',
      },
      body: '{"name":"x","password":"hunter2",}',
    });
    expect(await broken.text()).not.toContain('hunter2');
    expect(log().map(({ status }) => status)).toEqual([400, 400]);
    expect(logText()).not.toContain('hunter2');
  });

  it('logs nothing of a row that Postgres rejects', async () => {
    const database = await createDatabase();
    const { pool, close } = openDatabase({ url: database.adminUrl, poolSizeMax: 1 }, () => {});
    onTestFinished(async () => {
      await close();
      await database.drop();
    });
    await pool.query('create table users (name text, password text, check (name = password))');
    const { post, log, logText } = await start(
      withHandle(async ({ body }) => {
        await pool.query('insert into users values ($1, $2)', [body.name, 'hunter2']);
        return { status: 200, body: {} };
      }),
    );
    expect(await post({ body: { name: 'a personal name' } })).toMatchObject({ status: 500 });
    expect(log()[0].err).toMatchObject({ code: '23514', constraint: 'users_check' });
    expect(logText()).not.toMatch(/hunter2|personal/);
  });
});

describe('stopping', () => {
  /** A handler that blocks until the test continues. */
  function gate() {
    const reached = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const handle: Route['handle'] = async ({ body }) => {
      reached.resolve();
      await goOn.promise;
      return { status: 200, body };
    };
    return { handle, reached: reached.promise, goOn: goOn.resolve };
  }

  it('finishes requests in flight and accepts no new ones', async () => {
    const { handle, reached, goOn } = gate();
    const { post, stop, httpPort, grpcPort } = await start(withHandle(handle));
    const inFlight = post({ body: { name: 'x' } });
    await reached;
    let hasStopped = false;
    const stopped = stop().then(() => {
      hasStopped = true;
    });
    await expect(fetch(`http://127.0.0.1:${httpPort}/healthz`)).rejects.toThrow();
    await expect(describeClient(grpcPort).describe({}, context)).rejects.toMatchObject({
      code: 'unavailable',
    });
    expect(hasStopped).toBe(false);
    goOn();
    const answer = await inFlight;
    expect(answer).toMatchObject({ status: 200, body: { name: 'x' } });
    expect(answer.headers.get('Connection')).toBe('close');
    await stopped;
  });

  it('does not wait for idle connections of clients', async () => {
    const { post, stop, httpPort, grpcPort } = await start();
    await post({ body: { name: 'x' } });
    await describeClient(grpcPort).describe({}, context);
    const silent = connect(httpPort, '127.0.0.1');
    await once(silent, 'connect');
    const startedAt = performance.now();
    await stop();
    expect(performance.now() - startedAt).toBeLessThan(4_000);
  });
});
