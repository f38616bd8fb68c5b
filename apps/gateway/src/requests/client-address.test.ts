import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { makeClientAddress, parseProxies } from './client-address.ts';

const addressOf = makeClientAddress(parseProxies('10.0.0.0/8, 192.0.2.1,2001:db8::/32'));

function requestFrom(remoteAddress: string, ...forwarded: string[]): IncomingMessage {
  const headersDistinct = forwarded.length > 0 ? { 'x-forwarded-for': forwarded } : {};
  return { socket: { remoteAddress }, headersDistinct } as unknown as IncomingMessage;
}

describe('the address of a client', () => {
  it.each([
    ['is the one of its connection', requestFrom('203.0.113.7'), '203.0.113.7'],
    [
      'is the one of its connection, whatever it claims',
      requestFrom('203.0.113.7', '10.1.1.1'),
      '203.0.113.7',
    ],
    ['is told by a proxy', requestFrom('10.0.0.1', '203.0.113.7'), '203.0.113.7'],
    [
      'is what the last proxy saw, not what the client claimed',
      requestFrom('10.0.0.1', '198.51.100.1, 203.0.113.7'),
      '203.0.113.7',
    ],
    [
      'is told through several proxies',
      requestFrom('10.0.0.1', '203.0.113.7, 192.0.2.1', '10.0.0.2'),
      '203.0.113.7',
    ],
    ['is that of a proxy that tells none', requestFrom('10.0.0.1'), '10.0.0.1'],
    ['is that of a proxy that tells nonsense', requestFrom('10.0.0.1', 'nonsense'), '10.0.0.1'],
    ['is read out of IPv6', requestFrom('::ffff:10.0.0.1', '::ffff:203.0.113.7'), '203.0.113.7'],
    ['may be an IPv6 one', requestFrom('2001:db8::1', '2001:4860::8888'), '2001:4860::8888'],
  ])('%s', (_title, request, address) => {
    expect(addressOf(request)).toBe(address);
  });

  it.each(['nonsense', '10.0.0.0/33', 'example.com'])('no proxy: %s', (text) => {
    expect(() => parseProxies(text)).toThrow(text);
  });
});
