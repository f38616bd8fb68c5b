import { describe, expect, it } from 'vitest';
import { toForwardedHeaders, toRelayedHeaders } from './headers.ts';

describe('headers forwarded to a service', () => {
  const kept = {
    'content-type': 'application/json',
    'idempotency-key': 'k',
    accept: '*/*',
    'accept-language': 'en',
    'user-agent': 'curl',
    'last-event-id': '7',
  };

  it('are those on the list', () => {
    expect(toForwardedHeaders(kept, false)).toEqual(kept);
  });

  it.each([
    'host',
    'cookie',
    'te',
    'upgrade',
    'transfer-encoding',
    'content-length',
    'expect',
    'proxy-authorization',
    'authorization',
    'forwarded',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-real-ip',
    'x-internal-caller',
    'x-internal-anything',
    'x-http-method-override',
  ])('exclude %s', (name) => {
    expect(toForwardedHeaders({ ...kept, [name]: 'x' }, false)).toEqual(kept);
  });

  it('include Authorization where only the service can check it', () => {
    expect(toForwardedHeaders({ authorization: 'Bearer x' }, true)).toEqual({
      authorization: 'Bearer x',
    });
  });

  it('exclude those listed in Connection', () => {
    const headers = { ...kept, connection: 'close, Idempotency-Key ,accept' };
    const { accept: _accept, 'idempotency-key': _key, ...rest } = kept;
    expect(toForwardedHeaders(headers, false)).toEqual(rest);
  });
});

it('relays end-to-end headers to the client, and no internal ones', () => {
  const headers = {
    'content-type': 'application/json',
    'set-cookie': ['a=1', 'b=2'],
    'idempotent-replayed': 'true',
    connection: 'keep-alive, x-listed',
    'keep-alive': 'timeout=65',
    'transfer-encoding': 'chunked',
    'content-length': '9',
    'x-listed': 'x',
    'x-powered-by': 'Express',
    'x-internal-caller': 'x',
    'request-id': 'req_forged',
    date: 'now',
    absent: undefined,
  };
  expect(toRelayedHeaders(200, headers)).toEqual({
    'content-type': 'application/json',
    'set-cookie': ['a=1', 'b=2'],
    'idempotent-replayed': 'true',
  });
});

describe('Retry-After', () => {
  it.each([429, 503])('is sent with a %d, even if the service sends none', (status) => {
    expect(toRelayedHeaders(status, {})).toEqual({ 'retry-after': '1' });
    expect(toRelayedHeaders(status, { 'retry-after': '7' })).toEqual({ 'retry-after': '7' });
  });

  it('is sent with no other status', () => {
    expect(toRelayedHeaders(500, {})).toEqual({});
  });
});
