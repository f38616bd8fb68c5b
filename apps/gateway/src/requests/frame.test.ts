import { describe, expect, it } from 'vitest';
import { type Frame, findFrameFault } from './frame.ts';

const host = ['Host', 'florin.example'];
const good: Frame = { method: 'GET', url: '/v1/users', httpVersion: '1.1', rawHeaders: host };

describe('findFrameFault', () => {
  it.each<[string, Partial<Frame>]>([
    ['a plain request', {}],
    ['slashes and escapes in the query', { url: '/v1/users?a=//&b=%2F&c=%00&d=..' }],
    ['escapes in the path', { url: '/v1/users/a%20b%C3%A4' }],
    ['an encoded slash, which is part of its segment', { url: '/v1/users/a%2Fb%5c%00' }],
    ['dots inside a segment', { url: '/.well-known/jwks..json' }],
    ['HTTP/1.0 without a host', { httpVersion: '1.0', rawHeaders: [] }],
    ['a chunked body', { method: 'POST', rawHeaders: [...host, 'Transfer-Encoding', 'Chunked'] }],
    ['a length on DELETE', { method: 'DELETE', rawHeaders: [...host, 'Content-Length', '2'] }],
    ['the encoding identity', { rawHeaders: [...host, 'Content-Encoding', 'identity'] }],
    ['Expect: 100-continue', { rawHeaders: [...host, 'Expect', '100-Continue'] }],
  ])('accepts %s', (_title, change) => {
    expect(findFrameFault({ ...good, ...change })).toBeUndefined();
  });

  it.each<[string, Partial<Frame>]>([
    ['a whole address', { url: 'http://florin.example/v1/users' }],
    ['an asterisk', { method: 'OPTIONS', url: '*' }],
    ['HTTP/0.9', { httpVersion: '0.9' }],
    ['HTTP/2.0', { httpVersion: '2.0' }],
    ['an empty target', { url: '' }],
    ['two slashes', { url: '/v1//users' }],
    ['two slashes first', { url: '//evil.example/v1' }],
    ['a backslash', { url: '/v1/users/a\\b' }],
    ['a broken escape', { url: '/v1/users/%zz' }],
    ['an escape cut short', { url: '/v1/users/%2' }],
    ['a parent segment', { url: '/v1/users/../accounts' }],
    ['an encoded parent segment', { url: '/v1/users/%2e%2E' }],
    ['a dot segment', { url: '/v1/./users' }],
    ['a fragment', { url: '/v1/users#x' }],
    ['a raw byte beyond ASCII', { url: '/v1/users/\u00e4' }],
    ['no host', { rawHeaders: [] }],
    ['two hosts', { rawHeaders: [...host, 'HOST', 'evil.example'] }],
    ['two lengths', { rawHeaders: [...host, 'Content-Length', '1', 'content-length', '1'] }],
    ['chunks on GET', { rawHeaders: [...host, 'Transfer-Encoding', 'chunked'] }],
    ['chunks on DELETE', chunked('DELETE', 'chunked')],
    ['chunks on HEAD', chunked('HEAD', 'chunked')],
    ['gzip and chunks', chunked('POST', 'gzip, chunked')],
    ['chunks twice', chunked('POST', 'chunked, chunked')],
    ['the transfer encoding identity', chunked('POST', 'identity')],
    ['chunks on HTTP/1.0', { ...chunked('POST', 'chunked'), httpVersion: '1.0' }],
    [
      'a length and chunks',
      {
        method: 'POST',
        rawHeaders: [...host, 'Content-Length', '1', 'Transfer-Encoding', 'chunked'],
      },
    ],
    ['a compressed body', { rawHeaders: [...host, 'Content-Encoding', 'gzip'] }],
    ['another expectation', { rawHeaders: [...host, 'Expect', 'miracle'] }],
  ])('refuses %s', (_title, change) => {
    expect(findFrameFault({ ...good, ...change })).toEqual(expect.any(String));
  });
});

function chunked(method: string, coding: string): Partial<Frame> {
  return { method, rawHeaders: [...host, 'Transfer-Encoding', coding] };
}
