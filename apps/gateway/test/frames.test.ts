import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rawCall } from './raw-call.ts';
import { makeRecorder } from './recorder.ts';
import { startPlainService, type TestService } from './services.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const recorder = makeRecorder();
let service: TestService;
let gateway: TestGateway;

beforeAll(async () => {
  service = await startPlainService(
    'ledger',
    [
      { method: 'GET', template: '/v1/transactions' },
      { method: 'POST', template: '/v1/transactions' },
      { method: 'DELETE', template: '/v1/transactions/{id}' },
    ],
    recorder.listener,
  );
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

function request(line: string, headers: readonly string[] = [], body = ''): string {
  return [`${line} HTTP/1.1`, 'Host: florin.example', ...headers, '', body].join('\r\n');
}

describe('over a raw connection', () => {
  it.each([
    ['a whole address', request('GET http://florin.example/v1/transactions')],
    ['an asterisk', request('OPTIONS *')],
    ['two slashes', request('GET //v1/transactions')],
    ['a parent segment', request('DELETE /v1/transactions/..')],
    ['two hosts', request('GET /v1/transactions', ['Host: evil.example'])],
    ['no host', 'GET /v1/transactions HTTP/1.1\r\n\r\n'],
    [
      'two lengths',
      request('POST /v1/transactions', ['Content-Length: 2', 'Content-Length: 3'], '{}'),
    ],
    [
      'two equal lengths',
      request('POST /v1/transactions', ['Content-Length: 2', 'Content-Length: 2'], '{}'),
    ],
    ['a list of lengths', request('POST /v1/transactions', ['Content-Length: 2, 2'], '{}')],
    ['a signed length', request('POST /v1/transactions', ['Content-Length: +2'], '{}')],
    [
      'a length and chunks',
      request(
        'POST /v1/transactions',
        ['Content-Length: 2', 'Transfer-Encoding: chunked'],
        '0\r\n\r\n',
      ),
    ],
    [
      'chunks and a length',
      request(
        'POST /v1/transactions',
        ['Transfer-Encoding: chunked', 'Content-Length: 2'],
        '0\r\n\r\n',
      ),
    ],
    ['chunks on GET', request('GET /v1/transactions', ['Transfer-Encoding: chunked'], '0\r\n\r\n')],
    [
      'chunks on DELETE',
      request('DELETE /v1/transactions/1', ['Transfer-Encoding: chunked'], '0\r\n\r\n'),
    ],
    [
      'a spaced coding',
      request('POST /v1/transactions', ['Transfer-Encoding : chunked'], '0\r\n\r\n'),
    ],
    [
      'an unknown coding',
      request('POST /v1/transactions', ['Transfer-Encoding: xchunked'], '0\r\n\r\n'),
    ],
    [
      'a coding after chunks',
      request('POST /v1/transactions', ['Transfer-Encoding: chunked, identity'], '0\r\n\r\n'),
    ],
    [
      'a chunk size that is not a number',
      request('POST /v1/transactions', ['Transfer-Encoding: chunked'], 'zz\r\n{}\r\n0\r\n\r\n'),
    ],
    ['a folded header', request('GET /v1/transactions', ['X-A: 1', ' folded'])],
    ['a header without colon', request('GET /v1/transactions', ['nonsense'])],
    ['a NUL in a header', request('GET /v1/transactions', ['X-A: \0'])],
    ['a bare LF', 'GET /v1/transactions HTTP/1.1\nHost: a\n\n'],
    ['a bare CR', 'GET /v1/transactions HTTP/1.1\rHost: a\r\r'],
    ['HTTP/0.9', 'GET /v1/transactions\r\n\r\n'],
    ['HTTP/2.0 in the request line', request('GET /v1/transactions').replace('1.1', '2.0')],
    ['HTTP/1.2', request('GET /v1/transactions').replace('1.1', '1.2')],
    ['another protocol', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a TLS hello', '\u0016\u0003\u0001\u0002\u0000\u0001'],
    ['nonsense', 'hello\r\n\r\n'],
    ['an unknown method', 'BREW /v1/transactions HTTP/1.1\r\nHost: a\r\n\r\n'],
  ])('refuses %s with the error body', async (_title, text) => {
    const answer = await rawCall(gateway.port, text);
    expect(answer).toMatchObject({ status: 400, answers: 1 });
    expect(answer.body).toEqual({ error: 'invalid_request', message: expect.any(String) });
    expect(answer.text).toMatch(/^request-id: req_/im);
    expect(recorder.requests).toEqual([]);
  });

  it.each(['a%2fb', 'a%2Fb', '..%2F..%2Fusers', 'a%5cb', '%00', 'txn_1%00'])(
    'answers the id %s with 404',
    async (id) => {
      const answer = await rawCall(gateway.port, request(`DELETE /v1/transactions/${id}`));
      expect(answer).toMatchObject({ status: 404, body: { error: 'not_found' } });
      expect(recorder.requests).toEqual([]);
    },
  );

  it.each([
    ['CONNECT evil.example:443', 'GET, HEAD, POST, PATCH, DELETE'],
    ['TRACE /v1/transactions', 'GET, HEAD, POST'],
  ])('answers %s with 405', async (line, allow) => {
    const answer = await rawCall(gateway.port, request(line));
    expect(answer).toMatchObject({ status: 405, body: { error: 'invalid_request' } });
    expect(answer.text).toContain(`Allow: ${allow}\r\n`);
  });

  it('refuses headers over 16 KB with 431', async () => {
    const headers = [`X-Long: ${'a'.repeat(64_000)}`];
    const answer = await rawCall(gateway.port, request('GET /v1/transactions', headers));
    expect(answer).toMatchObject({ status: 431, body: { error: 'invalid_request' } });
  });

  it('finds a second Host behind very many headers', async () => {
    const many = Array.from({ length: 2_500 }, () => 'a:');
    const headers = [...many, 'Host: evil.example'];
    const answer = await rawCall(gateway.port, request('GET /v1/transactions', headers));
    expect(answer.status).toBe(400);
  });

  it('does not switch protocols', async () => {
    const headers = ['Connection: Upgrade', 'Upgrade: websocket'];
    const answer = await rawCall(gateway.port, request('GET /v1/transactions', headers));
    expect(answer).toMatchObject({ status: 200, answers: 1 });
    expect(recorder.requests[0]?.headers.upgrade).toBeUndefined();
  });

  it('reframes a chunked body', async () => {
    const chunks = '3;x=y\r\n{"a\r\n4\r\n":1}\r\n0\r\nX-Trailer: 1\r\n\r\n';
    const headers = ['Transfer-Encoding: chunked', 'Trailer: X-Trailer'];
    const answer = await rawCall(gateway.port, request('POST /v1/transactions', headers, chunks));
    expect(answer).toMatchObject({ status: 200, answers: 1 });
    expect(recorder.requests).toMatchObject([{ method: 'POST', body: '{"a":1}' }]);
    expect(recorder.requests[0]?.headers).toMatchObject({ 'content-length': '7' });
    expect(recorder.requests[0]?.headers).not.toHaveProperty('transfer-encoding');
    expect(recorder.requests[0]?.headers).not.toHaveProperty('trailer');
  });

  it('answers pipelined requests in their order', async () => {
    const first = request('GET /v1/transactions');
    const second = request('GET /v1/nothing');
    const { text, answers } = await rawCall(gateway.port, first + second);
    expect(answers).toBe(2);
    expect(text.match(/HTTP\/1\.1 (\d+)/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 404']);
  });

  it('never returns the refusal of one request as the response to another', async () => {
    const text = `${request('GET /v1/transactions')}nonsense\r\n\r\n`;
    const answer = await rawCall(gateway.port, text);
    expect(answer.text.match(/HTTP\/1\.1 (\d+)/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
  });

  it('continues to serve other clients', async () => {
    expect((await gateway.call('GET', '/v1/transactions')).status).toBe(200);
  });
});
