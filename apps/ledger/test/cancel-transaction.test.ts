import { newId, toPublicId } from '@florin/contracts';
import { describe, expect, it } from 'vitest';
import { admin, noAccount, platform } from './callers.ts';
import type { TestAccount } from './start-ledger.ts';
import { useLedger } from './use-ledger.ts';

const ledger = useLedger();

const cancel = (account: TestAccount, id: string, options = {}) =>
  account.call('DELETE', `/v1/transactions/${id}`, options);

async function hold(account: TestAccount, change = {}): Promise<string> {
  return (await account.create({ type: 'payment', amount: 100, ...change })).body.id;
}

describe('DELETE /v1/transactions/{transaction_id}', () => {
  it.each(['automatic', 'manual'])('cancels a hold with %s capture', async (capture) => {
    const account = await ledger().openAccount({ credit: 100 });
    const id = await hold(account, { capture });
    const { status, body } = await cancel(account, id);
    expect(status).toBe(200);
    expect(body).toEqual({
      id,
      status: 'canceled',
      canceled_at: expect.stringMatching(/^\d{4}-.*Z$/),
      message: 'the payment was canceled and its amount is available again',
    });
    expect(await account.balance()).toEqual({ available: 100, held: 0, posted: 100 });
    const read = await account.call('GET', `/v1/transactions/${id}`);
    expect(read.body).toMatchObject({ status: 'canceled', canceled_at: body.canceled_at });
  });

  it('returns 409 and names the refund call after a payment has succeeded', async () => {
    const account = await ledger().openAccount({ credit: 100 });
    const { status, body } = await cancel(account, await account.settled(100));
    expect(status).toBe(409);
    expect(body).toEqual({
      error: 'not_cancellable',
      message:
        'this payment has succeeded; refund it by POST /v1/transactions with type refund and refund_of_id',
    });
    expect(await account.balance()).toEqual({ available: 0, held: 0, posted: 0 });
  });

  it.each<[string, (account: TestAccount) => Promise<string>, string]>([
    [
      'a payment that is canceled',
      async (account) => {
        const id = await hold(account);
        await cancel(account, id);
        return id;
      },
      'only a pending transaction can be canceled; this payment is canceled',
    ],
    [
      'a credit',
      async (account) => (await account.create({ type: 'credit', amount: 1 })).body.id,
      'only a pending transaction can be canceled; this credit is succeeded; for a payment that has succeeded, create a refund instead (POST /v1/transactions with type refund)',
    ],
    [
      'a refund',
      async (account) => {
        await account.settled(1);
        return (await account.create({ type: 'refund', amount: 1 })).body.id;
      },
      'only a pending transaction can be canceled; this refund is succeeded; for a payment that has succeeded, create a refund instead (POST /v1/transactions with type refund)',
    ],
  ])('returns 409 for %s', async (_title, prepare, message) => {
    const account = await ledger().openAccount({ credit: 100 });
    const id = await prepare(account);
    const before = await account.balance();
    const { status, body } = await cancel(account, id);
    expect([status, body]).toEqual([409, { error: 'not_cancellable', message }]);
    expect(await account.balance()).toEqual(before);
  });

  it('returns 404 for unknown and foreign ids, and malformed ones', async () => {
    const account = await ledger().openAccount({ credit: 100 });
    const foreign = await hold(await ledger().openAccount({ credit: 100 }));
    for (const id of [foreign, toPublicId('transaction', newId()), 'txn_1', newId()]) {
      const { status, body } = await cancel(account, id);
      expect([status, body.error]).toEqual([404, 'not_found']);
    }
  });

  it('requires permission to write', async () => {
    const account = await ledger().openAccount({ credit: 400 });
    for (const [caller, expected] of [
      [{ ...account.owner, role: 'member' as const }, 200],
      [{ accountId: account.id, scopes: ['transactions:write' as const] }, 200],
      [admin, 200],
      [platform, 401],
      [{ accountId: account.id, scopes: ['transactions:read' as const] }, 401],
      [{ ...account.owner, readOnly: true }, 403],
      [noAccount, 404],
      [{}, 401],
    ] as const) {
      const id = await hold(account, { amount: 1 });
      const { status } = await cancel(account, id, { caller });
      expect([caller, status]).toEqual([caller, expected]);
    }
  });
});
