import { expect, it } from 'vitest';
import { ownPage } from './return-to.ts';

it.each([
  '/console',
  '/console/customers?limit=5',
  '/console?x=1',
  '/auth/login',
  '/docs/api/payments#createPayment',
])('allows %s', (path) => {
  expect(ownPage(path)).toBe(path);
});

it.each([
  undefined,
  '',
  '/',
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/console//evil.example',
  '/console\\@evil.example',
  '/consoles',
  '/docs/api#//evil.example',
  '/docs.evil.example',
  '/console/\r\nSet-Cookie: a=b',
  '/pay/abc',
  'javascript:alert(1)',
  `/console/${'a'.repeat(600)}`,
])('refuses %j', (path) => {
  expect(ownPage(path)).toBeUndefined();
});
