import { randomBytes } from 'node:crypto';
import { type IncomingMessage, type RequestListener, Server, type ServerResponse } from 'node:http';
import { newId } from '@florin/contracts';
import { verifyAssertion } from '@florin/runtime/caller';
import { eventually, testKeys } from '@florin/testing';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { GatewayLimits } from '../src/gateway.ts';
import type { ApiKeyReply } from '../src/tokens/authenticate.ts';
import { createIssuer } from './issuer.ts';
import { rawCall } from './raw-call.ts';
import { makeRecorder } from './recorder.ts';
import { type CheckResult, identityRpcs, startPlainService, startService } from './services.ts';
import { startGateway } from './start-gateway.ts';

const cleanups: (() => Promise<unknown>)[] = [];
/** Half of the time that a stream may be unchecked. */
const SOON_MS = 750;

afterAll(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

/** A gateway in front of one service that streams, and of further, possibly unused addresses. */
async function start(
  listener: RequestListener,
  {
    others = [],
    limits = {},
  }: { others?: readonly string[]; limits?: Partial<GatewayLimits> } = {},
) {
  const template = '/v1/events/stream';
  const routes = [{ template, stream: true, timeoutMs: 0 }];
  const service = await startPlainService('webhooks', routes, listener);
  cleanups.push(() => service.stop());
  const { addresses } = service;
  const http = [...others, ...addresses.http];
  const gateway = await startGateway([{ ...service, addresses: { ...addresses, http } }], {
    limits,
  });
  cleanups.push(() => gateway.stop());
  await gateway.ready();
  return { service, gateway };
}

describe.concurrent('a stream', () => {
  it('passes each chunk on as it arrives', async () => {
    const arrived = Promise.withResolvers<void>();
    const { gateway } = await start(async (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream', 'X-Internal-Note': 'x' });
      response.write('data: one\n\n');
      await arrived.promise;
      response.end('data: two\n\n');
    });
    const response = await fetch(`${gateway.url}/v1/events/stream`);
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('text/event-stream');
    expect(response.headers.get('Request-Id')).toMatch(/^req_/);
    expect(response.headers.has('X-Internal-Note')).toBe(false);
    const chunks: string[] = [];
    for await (const chunk of response.body ?? []) {
      chunks.push(Buffer.from(chunk).toString());
      // If buffered, the first chunk would wait for the second forever.
      arrived.resolve();
    }
    expect(chunks).toEqual(['data: one\n\n', 'data: two\n\n']);
  });

  it('answers HEAD with headers only, and ends at once', async () => {
    const ended = Promise.withResolvers<void>();
    const { gateway } = await start((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write('data: one\n\n');
      response.once('close', () => ended.resolve());
    });
    const head = 'HEAD /v1/events/stream HTTP/1.1\r\nHost: a\r\n\r\n';
    let isListening = true;
    const answered = rawCall(gateway.port, head, { quietMs: 1_000 }).finally(() => {
      isListening = false;
    });
    await ended.promise;
    expect(isListening).toBe(true);
    const { status, text } = await answered;
    expect([status, text.includes('text/event-stream')]).toEqual([200, true]);
    expect(text.split('\r\n\r\n')[1]).toBe('');
  });

  it('gets the same headers as any other request', async () => {
    const recorder = makeRecorder();
    const { gateway } = await start(recorder.listener);
    const lines = [
      'GET /v1/events/stream?after=1%2F HTTP/1.1',
      'Host: florin.example',
      'Connection: X-Listed, Accept',
      'X-Listed: forged',
      'Accept: forged',
      'X-Internal-Caller: forged',
      'X-Forwarded-For: forged',
      'Authorization: Bearer forged',
      'Last-Event-ID: 7',
    ];
    const answer = await rawCall(gateway.port, `${lines.join('\r\n')}\r\n\r\n`);
    expect(answer.status).toBe(200);
    const [request] = recorder.requests;
    expect(JSON.stringify(request)).not.toContain('forged');
    expect(request?.headers['last-event-id']).toBe('7');
    const token = String(request?.headers['x-internal-caller']);
    const call = { method: 'GET', path: '/v1/events/stream?after=1%2F' };
    expect(verifyAssertion(testKeys('gateway'), token, call, Date.now())).toBeDefined();
  });

  it('ends at the service when the client disconnects', async () => {
    let isClosed = false;
    const { gateway } = await start((_request, response) => {
      response.write('data: x\n\n');
      response.on('close', () => {
        isClosed = true;
      });
    });
    const leave = new AbortController();
    const response = await fetch(`${gateway.url}/v1/events/stream`, { signal: leave.signal });
    expect(response.status).toBe(200);
    leave.abort();
    await eventually(async () => expect(isClosed).toBe(true));
  });

  it('ends at the service when the client half-closes', async () => {
    const closed = Promise.withResolvers<void>();
    const { gateway } = await start((_request, response) => {
      response.write('data: x\n\n');
      response.on('close', closed.resolve);
    });
    await rawCall(gateway.port, (socket) => {
      socket.write('GET /v1/events/stream HTTP/1.1\r\nHost: a\r\n\r\n');
      socket.once('data', () => socket.end());
    });
    await closed.promise;
  });

  // Not concurrent, so that no other test takes the freed port.
  it('goes to another replica when one is down', { concurrent: false }, async () => {
    const away = await start(() => {});
    const [gone = ''] = away.service.addresses.http;
    await away.service.stop();
    const there = (_request: IncomingMessage, response: ServerResponse) => response.end('data: x');
    const { gateway } = await start(there, { others: [gone] });
    for (let count = 0; count < 4; count += 1)
      expect((await gateway.call('GET', '/v1/events/stream')).status).toBe(200);
  });

  it('is 503 when its service does not begin it', async () => {
    const { gateway } = await start(() => {}, { limits: { streamBeginMs: 500 } });
    expect((await gateway.call('GET', '/v1/events/stream')).status).toBe(503);
  });

  it.each([429, 503])('refused with a %d has a Retry-After', async (status) => {
    const { gateway } = await start((_request, response) => response.writeHead(status).end('{}'));
    const answer = await gateway.call('GET', '/v1/events/stream');
    expect(answer.status).toBe(status);
    expect(answer.headers.get('Retry-After')).toBe('1');
  });

  it('ends for the client when it breaks at the service', async () => {
    const begun = Promise.withResolvers<void>();
    const { gateway } = await start(async (_request, response) => {
      response.write('data: x\n\n');
      await begun.promise;
      response.destroy();
    });
    const response = await fetch(`${gateway.url}/v1/events/stream`);
    begun.resolve();
    await expect(response.text()).rejects.toThrow();
  });

  it('is 503 with an error body when its service hangs up or is down', {
    concurrent: false,
  }, async () => {
    const { service, gateway } = await start((request) => request.socket.destroy(), {
      limits: { streamBeginMs: 500 },
    });
    for (const _round of ['hangs up', 'is away']) {
      const answer = await gateway.call('GET', '/v1/events/stream');
      expect(answer).toMatchObject({ status: 503, body: { error: 'unavailable' } });
      await service.stop();
    }
  });

  it('does not delay the stop of the gateway', { concurrent: false }, async () => {
    const { gateway } = await start((_request, response) => response.write('data: x\n\n'));
    const response = await fetch(`${gateway.url}/v1/events/stream`);
    const reading = response.text().catch(() => 'cut');
    const forced = vi.spyOn(Server.prototype, 'closeAllConnections');
    await gateway.stop();
    // Only the metrics server closes its connections by force.
    expect(forced).toHaveBeenCalledTimes(1);
    forced.mockRestore();
    expect(await reading).toBe('cut');
  });
});

describe.concurrent('a stream with a token', () => {
  const alive: CheckResult<ApiKeyReply> = {
    alive: true,
    accountId: newId(),
    scopes: ['events:read'],
    readOnly: false,
  };

  /** A stream with a chunk every 20 ms, opened with an API key. */
  async function open() {
    let find = () => alive;
    const noSession = () => {
      throw new Error('a key has no session');
    };
    // Long enough to survive a stalled machine: identity's replies cut the streams.
    const leaseMs = 60_000;
    const rpcs = identityRpcs(await createIssuer(), noSession, () => find(), leaseMs);
    const identity = await startService('identity', [], [rpcs]);
    cleanups.push(() => identity.stop());
    const routes = [
      { template: '/v1/events/stream', stream: true, timeoutMs: 0, token: 'session_or_key' },
    ];
    const service = await startPlainService('webhooks', routes, (_request, response) => {
      const writing = setInterval(() => response.write('data: x\n\n'), 20);
      response.once('close', () => clearInterval(writing));
    });
    cleanups.push(() => service.stop());
    const gateway = await startGateway([identity, service]);
    cleanups.push(() => gateway.stop());
    await gateway.ready();
    const headers = { Authorization: `Bearer sk_live_${randomBytes(32).toString('base64url')}` };
    const response = await fetch(`${gateway.url}/v1/events/stream`, { headers });
    expect(response.status).toBe(200);
    let chunks = 0;
    const read = async () => {
      for await (const _chunk of response.body ?? []) chunks += 1;
    };
    const end = read().then(
      () => 'ended',
      () => 'cut',
    );
    const next = async () => {
      const before = chunks;
      await eventually(async () => expect(chunks).toBeGreaterThan(before));
    };
    await next();
    const answerBy = (answer: typeof find) => {
      find = answer;
    };
    return { cut: async () => expect(await end).toBe('cut'), next, answerBy };
  }

  it.each<[string, Partial<CheckResult<ApiKeyReply>>]>([
    ['is revoked', { alive: false }],
    ['belongs to a suspended account', { readOnly: true }],
    ['has lost a scope', { scopes: [] }],
  ])('is cut when the key %s', async (_what, change) => {
    const { cut, answerBy } = await open();
    answerBy(() => ({ ...alive, ...change }));
    await cut();
  });

  it('survives a short outage of identity, and is cut by a longer one', async () => {
    const { cut, next, answerBy } = await open();
    let askedAt = Number.NEGATIVE_INFINITY;
    let asked = 0;
    let hasFailed = false;
    answerBy(() => {
      // After a stall that left the stream unchecked, the first failure cuts it.
      const isSoon = performance.now() < askedAt + SOON_MS;
      askedAt = performance.now();
      asked += hasFailed ? 1 : 0;
      if (hasFailed || !isSoon) return alive;
      hasFailed = true;
      throw new Error('the database is away');
    });
    await eventually(async () => expect(asked).toBeGreaterThan(1));
    await next();
    answerBy(() => {
      throw new Error('the database is away');
    });
    await cut();
  });
});
