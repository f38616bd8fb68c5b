import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { eventually } from '@florin/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { edgeResponses } from '../src/routes/edge-responses.ts';
import { rawCall } from './raw-call.ts';
import { makeRecorder } from './recorder.ts';
import { startPlainService, type TestService } from './services.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

interface Documented {
  readonly content: {
    readonly 'application/json': {
      readonly examples: { readonly invalid_request: { readonly value: unknown } };
    };
  };
}

const BYTES_MAX = 102_400;
const recorder = makeRecorder();
let service: TestService;
let gateway: TestGateway;
/** A gateway that cuts slow senders early. */
let hasty: TestGateway;

beforeAll(async () => {
  const routes = ['POST', 'GET'].map((method) => ({ method, template: '/v1/transactions' }));
  service = await startPlainService('ledger', routes, recorder.listener);
  gateway = await startGateway([service]);
  hasty = await startGateway([service], { limits: { arrivalTimeoutMs: 2_000 } });
  await Promise.all([gateway.ready(), hasty.ready()]);
});

beforeEach(() => {
  recorder.requests.length = 0;
});

afterAll(async () => {
  await Promise.all([gateway?.stop(), hasty?.stop()]);
  await service?.stop();
});

const head = 'POST /v1/transactions HTTP/1.1\r\nHost: a\r\n';

describe('a body', () => {
  it('may have exactly the maximum size', async () => {
    const body = 'a'.repeat(BYTES_MAX);
    expect((await gateway.call('POST', '/v1/transactions', { body })).status).toBe(200);
    expect(recorder.requests[0]?.body).toBe(body);
  });

  it('reaches the service also with a GET, which refuses its fields', async () => {
    const text = head.replace('POST', 'GET');
    await rawCall(gateway.port, `${text}Content-Length: 8\r\n\r\n{"a": 1}`);
    expect(recorder.requests[0]).toMatchObject({ method: 'GET', body: '{"a": 1}' });
  });

  it.each([1, 5_000_000])(
    'is refused if %d bytes too large, with a readable error',
    async (more) => {
      const body = 'a'.repeat(BYTES_MAX + more);
      const answer = await gateway.call('POST', '/v1/transactions', { body });
      expect(answer).toMatchObject({ status: 413, body: { error: 'invalid_request' } });
      expect(recorder.requests).toEqual([]);
    },
  );

  it('is refused with the documented response', async () => {
    const answer = await gateway.call('POST', '/v1/transactions', {
      body: 'a'.repeat(BYTES_MAX + 1),
    });
    const { content } = edgeResponses(new Set(['ContentTooLarge'])).ContentTooLarge as Documented;
    expect(answer.body).toEqual(content['application/json'].examples.invalid_request.value);
    expect(answer.headers.get('Request-Id')).toMatch(/^req_/);
  });

  it('is refused when its chunks exceed the maximum', async () => {
    const body = new ReadableStream({
      start(controller) {
        for (let count = 0; count < 30; count += 1) controller.enqueue(Buffer.alloc(10_000, 'a'));
        controller.close();
      },
    });
    const init = { body, duplex: 'half' } as RequestInit;
    const answer = await gateway.call('POST', '/v1/transactions', init);
    expect(answer).toMatchObject({ status: 413, body: { error: 'invalid_request' } });
  });

  it('gets no 100 Continue if it is too large', async () => {
    const text = `${head}Expect: 100-continue\r\nContent-Length: 200000\r\n\r\n`;
    const answer = await rawCall(gateway.port, text);
    expect(answer).toMatchObject({ status: 413, answers: 1 });
    expect(answer.text).toMatch(/^connection: close/im);
  });

  it('gets 100 Continue if the sender waits for it', async () => {
    const { text } = await rawCall(gateway.port, (socket) => {
      socket.write(`${head}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n`);
      socket.once('data', () => socket.write('{}'));
    });
    expect(text).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK/);
    expect(recorder.requests[0]?.body).toBe('{}');
  });

  it('is cut when it arrives too slowly', async () => {
    const answer = await rawCall(
      hasty.port,
      (socket) => {
        socket.write(`${head}Content-Length: 1000\r\n\r\n`);
        const drip = setInterval(() => socket.write('a'), 50);
        socket.once('close', () => clearInterval(drip));
      },
      { quietMs: 3_000 },
    );
    expect(answer).toMatchObject({ status: 408, body: { error: 'invalid_request' }, answers: 1 });
    expect(recorder.requests).toEqual([]);
  });

  it('that never ends reaches no service', async () => {
    const [broken, ended] = [
      connect(gateway.port, '127.0.0.1'),
      connect(gateway.port, '127.0.0.1'),
    ];
    for (const socket of [broken, ended]) {
      socket.write(`${head}Expect: 100-continue\r\nContent-Length: 100\r\n\r\n`);
      // The gateway has begun to read the body.
      await once(socket, 'data');
      socket.write('abc');
    }
    broken.destroy();
    ended.end();
    const [answer] = await once(ended, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 400 /);
    await gateway.call('POST', '/v1/transactions', { body: '{}' });
    expect(recorder.requests).toMatchObject([{ body: '{}' }]);
  });
});

it('cuts slowly arriving headers', async () => {
  const answer = await rawCall(hasty.port, (socket) => socket.write(head), { quietMs: 5_000 });
  expect(answer).toMatchObject({ status: 408, body: { error: 'invalid_request' } });
});

it('limits the body memory of one address until its requests are answered', async () => {
  const patient = await startGateway([service]);
  await patient.ready();
  const open = Array.from({ length: 45 }, () => connect(patient.port, '127.0.0.1'));
  const refused: string[] = [];
  for (const socket of open) {
    socket.on('error', () => {}).on('data', (chunk) => refused.push(chunk.toString()));
    // All but the last byte.
    socket.write(`${head}Content-Length: ${BYTES_MAX}\r\n\r\n${'a'.repeat(BYTES_MAX - 1)}`);
  }
  // 40 of them are 4 MiB.
  await eventually(async () => expect(refused).toHaveLength(5));
  for (const answer of refused) expect(answer).toMatch(/^HTTP\/1\.1 429 .*Retry-After: 1\r\n/s);
  for (const socket of open) socket.destroy();
  const body = 'a'.repeat(BYTES_MAX);
  await eventually(async () =>
    expect((await patient.call('POST', '/v1/transactions', { body })).status).toBe(200),
  );
  await patient.stop();
});

it('cuts a sender that continues after a 413', async () => {
  const socket = connect(gateway.port, '127.0.0.1');
  socket.on('error', () => {}).resume();
  let isOpen = true;
  socket.once('close', () => {
    isOpen = false;
  });
  socket.write(`${head}Content-Length: 1000000000\r\n\r\n`);
  const closed = once(socket, 'close');
  let sent = 0;
  for (; isOpen && sent < 1_000; sent += 1) {
    if (socket.write(Buffer.alloc(100_000))) continue;
    await Promise.race([once(socket, 'drain').catch(() => {}), closed]);
  }
  // Socket buffers hold some unread bytes.
  expect(sent).toBeLessThan(300);
});

describe('500 concurrent slow senders', () => {
  /** Connections with a body that never ends. */
  function sendSlowly({ port }: TestGateway) {
    const open = new Set<Socket>();
    for (let count = 0; count < 500; count += 1) {
      const socket = connect(port, '127.0.0.1');
      open.add(socket);
      socket.on('error', () => {}).on('close', () => open.delete(socket));
      socket.resume();
      socket.write(`${head}Content-Length: 100\r\n\r\n`);
    }
    return open;
  }
  let patient: TestGateway;
  beforeAll(async () => {
    patient = await startGateway([service], { limits: { arrivalTimeoutMs: 60_000 } });
    await patient.ready();
  });
  afterAll(() => patient.stop());

  it('do not delay other clients, and are cut', async () => {
    const heldByPatient = sendSlowly(patient);
    const held = sendSlowly(hasty);
    for (const at of [hasty, patient])
      expect((await at.call('POST', '/v1/transactions', { body: '{}' })).status).toBe(200);
    await eventually(async () => expect(held.size).toBe(0));
    // Without the time limit they would still be open: the test would notice.
    expect(heldByPatient.size).toBe(500);
    for (const socket of heldByPatient) socket.destroy();
  });
});
