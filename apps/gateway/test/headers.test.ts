import { anonymous } from '@florin/contracts';
import { parseKeyRing, verifyAssertion } from '@florin/runtime/caller';
import { testKeys } from '@florin/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { rawCall } from './raw-call.ts';
import { makeRecorder } from './recorder.ts';
import { startPlainService, type TestService } from './services.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const recorder = makeRecorder();
let service: TestService;
let gateway: TestGateway;

beforeAll(async () => {
  const routes = [{ method: 'POST', template: '/v1/transactions' }];
  service = await startPlainService('ledger', routes, recorder.listener);
  gateway = await startGateway([service]);
  await gateway.ready();
});

beforeEach(() => {
  recorder.requests.length = 0;
});

afterAll(async () => {
  await gateway?.stop();
  await service?.stop();
});

/** Headers of the one request that the service received. */
async function send(headers: readonly string[]) {
  const lines = ['POST /v1/transactions?a=%2F HTTP/1.1', 'Host: florin.example', ...headers];
  const answer = await rawCall(
    gateway.port,
    `${lines.join('\r\n')}\r\nContent-Length: 2\r\n\r\n{}`,
  );
  expect(answer.status).toBe(200);
  expect(recorder.requests).toHaveLength(1);
  return recorder.requests[0]?.headers ?? {};
}

it("drops a client's claims about itself", async () => {
  const headers = await send([
    'X-Internal-Caller: forged',
    'x-internal-caller: forged',
    'X-INTERNAL-ANYTHING: forged',
    'X_Internal_Caller: forged',
    'X-Forwarded-For: forged',
    'X-Forwarded-Host: forged',
    'Forwarded: for=forged',
    'X-Original-URL: /forged',
    'X-HTTP-Method-Override: DELETE',
    'Authorization: Bearer forged',
    'Cookie: forged=1',
    'Proxy-Authorization: Basic forged',
    'TE: trailers',
    'Keep-Alive: timeout=1',
  ]);
  expect(JSON.stringify(headers)).not.toMatch(/forged|DELETE|trailers/);
  expect(Object.keys(headers).sort()).toEqual([
    'connection',
    'content-length',
    'host',
    'x-internal-caller',
  ]);
  expect(headers.host).toBe(new URL(service.addresses.http[0] ?? '').host);
});

it('asserts the caller to this one service for this one call', async () => {
  const token = String((await send([]))['x-internal-caller']);
  const call = { method: 'POST', path: '/v1/transactions?a=%2F' };
  expect(verifyAssertion(testKeys('gateway'), token, call, Date.now())).toMatchObject({
    from: 'gateway',
    caller: anonymous,
    requestId: expect.stringMatching(/^req_/),
  });
  const others = parseKeyRing(`gateway=k1:${Buffer.alloc(32, 8).toString('base64url')}`);
  expect(verifyAssertion(others, token, call, Date.now())).toBeUndefined();
});

it('forwards the allowed headers', async () => {
  const headers = await send([
    'Content-Type: application/json',
    'Idempotency-Key: key-1',
    'Accept: application/json',
    'Accept-Language: de',
    'User-Agent: test/1',
    'Last-Event-ID: 7',
    'Florin-Consistency: now',
  ]);
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'idempotency-key': 'key-1',
    accept: 'application/json',
    'accept-language': 'de',
    'user-agent': 'test/1',
    'last-event-id': '7',
    'florin-consistency': 'now',
  });
});

it('drops headers listed in Connection, but not the assertion', async () => {
  const headers = await send([
    'Connection: close, Idempotency-Key, X-Internal-Caller, Content-Length',
    'Idempotency-Key: key-1',
  ]);
  expect(headers['idempotency-key']).toBeUndefined();
  expect(headers['x-internal-caller']).toEqual(expect.any(String));
  expect(headers['content-length']).toBe('2');
});
