import { describe, expect, it } from 'vitest';
import { clientAddress, parseProxies } from './frame.ts';

const proxies = parseProxies('10.0.0.0/8, 192.0.2.1,2001:db8::/32');

function requestFrom(remoteAddress: string, ...forwarded: string[]) {
  const rawHeaders = forwarded.flatMap((value) => ['X-Forwarded-For', value]);
  return { socket: { remoteAddress }, rawHeaders };
}

describe('the address of a client', () => {
  it.each([
    ['is that of the connection', requestFrom('203.0.113.7'), '203.0.113.7'],
    [
      'is that of the connection, despite a forged header',
      requestFrom('203.0.113.7', '10.1.1.1'),
      '203.0.113.7',
    ],
    ["is read from a proxy's header", requestFrom('10.0.0.1', '203.0.113.7'), '203.0.113.7'],
    [
      'is what the last proxy saw, not what the client claimed',
      requestFrom('10.0.0.1', '198.51.100.1, 203.0.113.7'),
      '203.0.113.7',
    ],
    [
      'is read through several proxies',
      requestFrom('10.0.0.1', '203.0.113.7, 192.0.2.1', '10.0.0.2'),
      '203.0.113.7',
    ],
    ["is the proxy's if it sends no header", requestFrom('10.0.0.1'), '10.0.0.1'],
    ["is the proxy's if its header is malformed", requestFrom('10.0.0.1', 'nonsense'), '10.0.0.1'],
    ['is unwrapped from IPv6', requestFrom('::ffff:10.0.0.1', '::ffff:203.0.113.7'), '203.0.113.7'],
    ['may be IPv6', requestFrom('2001:db8::1', '2001:4860::8888'), '2001:4860::8888'],
  ])('%s', (_title, request, address) => {
    expect(clientAddress(proxies, request)).toBe(address);
  });

  it.each(['nonsense', '10.0.0.0/33', 'example.com'])('rejects as a proxy: %s', (text) => {
    expect(() => parseProxies(text)).toThrow(text);
  });
});
