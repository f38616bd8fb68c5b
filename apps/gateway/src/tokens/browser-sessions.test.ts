import { describe, expect, it } from 'vitest';
import { authorizationOfCookie } from './browser-sessions.ts';

const cookie = 'other=1; florin=eyAccess.a-b_c.d~refresh-1_2; more=2';
const own = { cookie, host: 'pay.example', 'sec-fetch-site': 'same-origin', 'florin-csrf': '1' };
const get = { method: 'GET', template: '/v1/account', token: 'session' } as const;
const post = { method: 'POST', template: '/v1/payments', token: 'session_or_key' } as const;
const ask = (headers: Record<string, string>, route: Parameters<typeof authorizationOfCookie>[1]) =>
  authorizationOfCookie({ headers }, route);

describe('a cookie', () => {
  it('replaces an access token, or on routes that require one, a refresh token', () => {
    expect(ask({ cookie }, get)).toBe('Bearer eyAccess.a-b_c.d');
    expect(ask({ cookie: '__Host-florin=a~b' }, get)).toBe('Bearer a');
    expect(ask(own, { ...post, token: 'refresh' })).toBe('Bearer refresh-1_2');
  });

  it.each([
    ['none', {}],
    ['another cookie', { cookie: 'xflorin=a~b' }],
    ['half a cookie', { cookie: 'florin=a' }],
    ['a cookie with spaces', { cookie: 'florin=a b~c' }],
    ['a cookie that is too long', { cookie: `florin=${'a'.repeat(9_000)}~b` }],
  ])('is ignored if malformed: %s', (_what, headers) => {
    expect(ask(headers as Record<string, string>, get)).toBeUndefined();
  });

  it('is ignored on routes without a token', () => {
    expect(ask({ cookie }, { ...get, token: 'none' })).toBeUndefined();
  });
});

describe('a write authenticated by a cookie', () => {
  it('must come from a page of Florin', () => {
    expect(ask(own, post)).toBe('Bearer eyAccess.a-b_c.d');
    const { 'sec-fetch-site': _, ...older } = own;
    expect(ask({ ...older, origin: 'https://pay.example' }, post)).toBe('Bearer eyAccess.a-b_c.d');
  });

  it.each([
    ['another site', { ...own, 'sec-fetch-site': 'cross-site' }],
    ['another host of the same site', { ...own, 'sec-fetch-site': 'same-site' }],
    ['a form without the header', { cookie, host: 'pay.example', 'sec-fetch-site': 'same-origin' }],
    [
      'an older browser on another site',
      { cookie, host: 'pay.example', origin: 'https://evil.example' },
    ],
    ['an older browser with a null origin', { cookie, host: 'pay.example', origin: 'null' }],
  ])('is refused from %s', (_what, headers) => {
    expect(() => ask(headers as Record<string, string>, post)).toThrow(
      expect.objectContaining({ code: 'forbidden' }),
    );
  });
});

describe('an HTML form', () => {
  const form = { method: 'POST', template: '/auth/login', token: 'none' } as const;

  it('cannot be posted by another site', () => {
    expect(ask({ host: 'pay.example' }, form)).toBeUndefined();
    expect(ask({ host: 'pay.example', 'sec-fetch-site': 'same-origin' }, form)).toBeUndefined();
    expect(() => ask({ host: 'pay.example', 'sec-fetch-site': 'cross-site' }, form)).toThrow(
      'another site',
    );
  });
});
