import { newId, toPublicId } from '@florin/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { admin, noAccount, platform } from './callers.ts';
import { requestPayment } from './payment-builders.ts';
import type { TestAccount } from './start-ledger.ts';
import { useLedger } from './use-ledger.ts';

const ledger = useLedger();
let account: TestAccount;
beforeAll(async () => {
  account = await ledger().openAccount();
});

describe.each([
  ['GET /v1/payments/{payment_id}', '', 403],
  ['GET /v1/payments/{payment_id}/status', '/status', 401],
])('%s', (_name, suffix, lacksScope) => {
  it('returns 404 for unknown and foreign ids, and malformed ones', async () => {
    const { body } = await requestPayment(await ledger().openAccount());
    for (const id of [body.id, toPublicId('paymentRequest', newId()), 'pay_1', newId()]) {
      const answer = await account.call('GET', `/v1/payments/${id}${suffix}`);
      expect([answer.status, answer.body.error]).toEqual([404, 'not_found']);
    }
  });

  it('requires permission to read', async () => {
    const { body } = await requestPayment(account);
    for (const [caller, expected] of [
      [account.owner, 200],
      [{ accountId: account.id, scopes: ['payments:read' as const] }, 200],
      [{ accountId: account.id, scopes: ['payments:write' as const] }, lacksScope],
      [{ ...account.owner, readOnly: true }, 200],
      [admin, 200],
      [platform, 200],
      [noAccount, 404],
      [{}, 401],
    ] as const) {
      const { status } = await account.call('GET', `/v1/payments/${body.id}${suffix}`, { caller });
      expect([caller, status]).toEqual([caller, expected]);
    }
  });
});

it('GET /v1/payments/{payment_id} shows the created payment', async () => {
  const made = await requestPayment(account);
  const { status, body } = await account.call('GET', `/v1/payments/${made.body.id}`);
  expect(status).toBe(200);
  expect(body).toEqual({ ...made.body, updated_at: made.body.created_at });
});

it('GET /v1/payments/{payment_id}/status shows the status', async () => {
  const { body: made } = await requestPayment(account, { reference: 'r' });
  const { status, body } = await account.call('GET', `/v1/payments/${made.id}/status`);
  expect(status).toBe(200);
  expect(body).toEqual({
    id: made.id,
    status: 'pending',
    amount: 1000,
    currency: 'USD',
    reference: 'r',
    updated_at: made.created_at,
  });
});
