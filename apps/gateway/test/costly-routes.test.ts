import { once } from 'node:events';
import {
  Agent,
  type AgentOptions,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPlainService, type TestService } from './services.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

/** Concurrently forwarded requests. */
const AT_ONCE = 12;
/** Requests with their senders, in the order in which they reached the service. */
const arrived: { readonly from: string | undefined; readonly response: ServerResponse }[] = [];
let isHeld = true;
let service: TestService;
let gateway: TestGateway;

beforeAll(async () => {
  const routes = [
    { template: '/v1/payments', token: 'none', costly: true },
    { template: '/v1/transactions', token: 'none' },
  ];
  service = await startPlainService('ledger', routes, ({ url, headers }, response) => {
    if (url !== '/v1/payments' || !isHeld) response.end('{}');
    else arrived.push({ from: headers['user-agent'], response });
  });
  gateway = await startGateway([service], { config: { limitsRates: true } });
  await gateway.ready();
});
afterAll(async () => {
  await gateway.stop();
  await service.stop();
});

/** Sends a request from a local address; `sent` resolves once it is on its way. */
function askFrom(localAddress: string) {
  const options: AgentOptions & { readonly localAddress: string } = { localAddress };
  const sending = request(`${gateway.url}/v1/payments`, {
    agent: new Agent(options),
    headers: { 'User-Agent': localAddress },
  });
  const answered = once(sending, 'response').then(([response]: IncomingMessage[]) => {
    response?.resume();
    return { status: response?.statusCode, policy: response?.headers['ratelimit-policy'] };
  });
  sending.end();
  return { sent: once(sending, 'finish'), answered };
}

it('limits concurrent requests to a costly route, and serves other addresses next', async () => {
  const flood = Array.from({ length: 30 }, () => askFrom('127.0.2.1').answered);
  await expect.poll(() => arrived.length).toBe(AT_ONCE);
  const honest = askFrom('127.0.2.2');
  await honest.sent;
  // The gateway serves other requests meanwhile; after these, the other address is queued.
  for (let asked = 0; asked < 5; asked += 1)
    expect((await gateway.call('GET', '/v1/transactions')).status).toBe(200);
  arrived[0]?.response.end('{}');
  await expect.poll(() => arrived.length).toBe(AT_ONCE + 1);
  expect(arrived.at(-1)?.from).toBe('127.0.2.2');
  isHeld = false;
  for (const { response } of arrived) response.end('{}');
  const answers = await Promise.all([honest.answered, ...flood]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
});

it('429: a costly route has a lower rate limit per address', async () => {
  const first = await askFrom('127.0.2.3').answered;
  expect(first).toEqual({ status: 200, policy: '"address";q=60;w=3' });
  const flood = Array.from({ length: 150 }, () => askFrom('127.0.2.3').answered);
  const statuses = (await Promise.all(flood)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  expect((await askFrom('127.0.2.4').answered).status).toBe(200);
});
