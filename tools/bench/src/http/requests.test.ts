import { describe, expect, it } from 'vitest';
import { makeRequests } from './requests.ts';

const clients = ['a', 'b'].map((name) => ({ accountId: `acc_${name}`, token: `token-${name}` }));
const draw = (seed: number, run = 'run') => {
  const next = makeRequests({ kind: 'write', clients, run }, seed);
  return Array.from({ length: 200 }, next);
};

describe('writes', () => {
  it('are the same for the same seed', () => {
    expect(draw(1)).toEqual(draw(1));
    expect(draw(1)).not.toEqual(draw(2));
  });

  it('are complete requests, each with its own key and the token of its account', () => {
    const keys = new Set<string>();
    for (const text of draw(1)) {
      const [head = '', body = ''] = text.split('\r\n\r\n');
      const { account_id, amount, type } = JSON.parse(body);
      expect(head).toContain(`Authorization: Bearer ${account_id.replace('acc_', 'token-')}`);
      expect(head).toContain(`Content-Length: ${body.length}`);
      expect(amount).toBeGreaterThan(0);
      expect(['credit', 'payment']).toContain(type);
      keys.add(/Idempotency-Key: (\S+)/.exec(head)?.[1] ?? '');
    }
    expect(keys.size).toBe(200);
  });

  it('have different keys in every run', () => {
    expect(draw(1, 'first')[0]).not.toBe(draw(1, 'second')[0]);
  });
});

it('to read the ledger directly are signed as the gateway signs them', () => {
  const key = Buffer.alloc(32).toString('base64url');
  const accountId = 'acc_00000000000000000000000000';
  const next = makeRequests({ kind: 'signed', path: '/v1/account/balance', accountId, key }, 1);
  expect(next()).toMatch(/^GET \/v1\/account\/balance HTTP\/1.1\r\n.*x-internal-caller: k1\./s);
});
