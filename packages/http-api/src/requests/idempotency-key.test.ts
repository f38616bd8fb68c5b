import { expect, it } from 'vitest';
import { idempotencyKeyOf } from './idempotency-key.ts';

const user = { userId: 'u1', accountId: 'a1' };
const content = { amount: 1 };
const sent = { path: '/v1/things', body: { amount: 1, password: 'correct-horse' } };
const keyOf = (route: string, caller: { userId: string | null; accountId: string | null }) =>
  idempotencyKeyOf(route, { idempotencyKey: 'k', caller, sent }, content);

it('is undefined without an Idempotency-Key', () => {
  const request = { idempotencyKey: undefined, caller: user, sent };
  expect(idempotencyKeyOf('POST /v1/things', request, content)).toBeUndefined();
});

it('contains the key, the content, and the request without the password', () => {
  expect(keyOf('POST /v1/things', user)).toMatchObject({
    key: 'k',
    request: content,
    sent: ['/v1/things', { amount: 1 }],
  });
});

it('differs for each caller and route', () => {
  const scopes = [
    keyOf('POST /v1/things', user),
    keyOf('POST /v1/others', user),
    keyOf('POST /v1/things', { ...user, userId: 'u2' }),
    keyOf('POST /v1/things', { userId: null, accountId: 'a1' }),
    keyOf('POST /v1/things', { userId: null, accountId: 'a2' }),
  ].map((key) => key?.scope);
  expect(new Set(scopes).size).toBe(scopes.length);
  // A user's account may change between two attempts.
  expect(keyOf('POST /v1/things', { ...user, accountId: 'a2' })?.scope).toBe(scopes[0]);
});
