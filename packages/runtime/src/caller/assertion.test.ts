import { randomBytes } from 'node:crypto';
import { anonymous } from '@florin/contracts';
import { describe, expect, it } from 'vitest';
import { type Assertion, signAssertion, verifyAssertion } from './assertion.ts';
import { parseKeyRing } from './keys.ts';

const now = Date.parse('2026-01-01T00:00:00Z');
const secret = randomBytes(32).toString('base64url');
const callKeys = parseKeyRing(`ledger=k1:${secret}`);
const acceptKeys = parseKeyRing(`gateway=k1:${secret}`);
const assertion: Assertion = {
  from: 'gateway',
  method: 'GET',
  path: '/v1/transactions?limit=2',
  caller: { ...anonymous, readOnly: true },
  requestId: 'req_1',
};

describe('a caller assertion', () => {
  it('arrives unchanged', () => {
    const token = signAssertion(callKeys, 'ledger', assertion, now);
    expect(verifyAssertion(acceptKeys, token, assertion, now + 4_999)).toEqual(assertion);
  });

  it('is valid for five seconds', () => {
    const token = signAssertion(callKeys, 'ledger', assertion, now);
    expect(verifyAssertion(acceptKeys, token, assertion, now + 5_001)).toBeUndefined();
  });

  it.each([
    { method: 'DELETE', path: assertion.path },
    { method: 'GET', path: '/v1/transactions?limit=3' },
  ])('is invalid for any other call: $method $path', (other) => {
    const token = signAssertion(callKeys, 'ledger', assertion, now);
    expect(verifyAssertion(acceptKeys, token, other, now)).toBeUndefined();
  });

  it('is rejected if its payload was changed', () => {
    const [kid, , mac] = signAssertion(callKeys, 'ledger', assertion, now).split('.');
    const forged = { ...assertion, caller: { ...anonymous, role: 'admin' }, issuedAtMs: now };
    const payload = Buffer.from(JSON.stringify(forged)).toString('base64url');
    expect(verifyAssertion(acceptKeys, `${kid}.${payload}.${mac}`, assertion, now)).toBeUndefined();
  });

  it.each([undefined, '', 'a', 'a.b.c', 'a.b.c.d', '..'])('is rejected as %j', (token) => {
    expect(verifyAssertion(acceptKeys, token, assertion, now)).toBeUndefined();
  });

  it("is rejected with another pair's key", () => {
    const others = parseKeyRing(`gateway=k1:${randomBytes(32).toString('base64url')}`);
    const token = signAssertion(callKeys, 'ledger', assertion, now);
    expect(verifyAssertion(others, token, assertion, now)).toBeUndefined();
  });
});

describe('parseKeyRing', () => {
  it('accepts two keys per pair and signs with the first', () => {
    const newer = randomBytes(32).toString('base64url');
    const both = parseKeyRing(`gateway=k2:${newer},gateway=k1:${secret}`);
    const token = signAssertion(callKeys, 'ledger', assertion, now);
    expect(verifyAssertion(both, token, assertion, now)).toEqual(assertion);
  });

  it.each(['ledger', 'ledger=k1', 'ledger=k1:short', `ledger=k1:${secret}!`])(
    'refuses %j without printing a secret',
    (text) => {
      expect(() => parseKeyRing(text)).toThrow(expect.not.objectContaining({ message: secret }));
    },
  );
});
