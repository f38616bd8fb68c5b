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

describe('POST /v1/payments/{payment_id}/cancel', () => {
  it('cancels a pending request, once', async () => {
    const { body: made } = await requestPayment(account);
    const { status, body } = await account.call('POST', `/v1/payments/${made.id}/cancel`);
    expect(status).toBe(200);
    expect(body).toEqual({ ...made, status: 'canceled', updated_at: expect.any(String) });
    const again = await account.call('POST', `/v1/payments/${made.id}/cancel`);
    expect([again.status, again.body]).toEqual([200, body]);
    const { rows } = await ledger().superuser.query(
      `select type from outbox where aggregate_id = (
         select id from payment_requests where token = $1) order by aggregate_sequence`,
      [made.payment_url.split('/').at(-1)],
    );
    expect(rows).toEqual([{ type: 'payment.created' }, { type: 'payment.canceled' }]);
  });

  it('returns 404 for unknown and foreign ids, and malformed ones', async () => {
    const { body } = await requestPayment(await ledger().openAccount());
    for (const id of [body.id, toPublicId('paymentRequest', newId()), 'pay_1', newId()]) {
      const answer = await account.call('POST', `/v1/payments/${id}/cancel`);
      expect([answer.status, answer.body.error]).toEqual([404, 'not_found']);
    }
  });

  it('requires permission to write', async () => {
    for (const [caller, expected] of [
      [{ ...account.owner, role: 'member' as const }, 200],
      [{ accountId: account.id, scopes: ['payments:write' as const] }, 200],
      [admin, 200],
      [platform, 403],
      [{ accountId: account.id, scopes: ['payments:read' as const] }, 403],
      [{ ...account.owner, readOnly: true }, 403],
      [noAccount, 404],
      [{}, 401],
    ] as const) {
      const { body } = await requestPayment(account);
      const answer = await account.call('POST', `/v1/payments/${body.id}/cancel`, { caller });
      expect([caller, answer.status]).toEqual([caller, expected]);
    }
  });

  it('returns the same response for the same Idempotency-Key', async () => {
    const { body } = await requestPayment(account);
    const cancel = () =>
      account.call('POST', `/v1/payments/${body.id}/cancel`, { idempotencyKey: `c-${body.id}` });
    const first = await cancel();
    const second = await cancel();
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
  });
});

describe('closing an account', () => {
  it('cancels its pending requests with its holds', async () => {
    const closing = await ledger().openAccount({ credit: 100 });
    await closing.create({ type: 'payment', amount: 100 });
    const made = await Promise.all([requestPayment(closing), requestPayment(closing)]);
    const other = await requestPayment(account);
    await ledger().client.closeBalance(
      { accountId: closing.id },
      { requestId: 'test', timeoutMs: 2_000 },
    );
    for (const { body } of made) {
      const { body: now } = await closing.call('GET', `/v1/payments/${body.id}`);
      expect(now.status).toBe('canceled');
    }
    const { body: untouched } = await account.call('GET', `/v1/payments/${other.body.id}`);
    expect(untouched.status).toBe('pending');
  });
});
