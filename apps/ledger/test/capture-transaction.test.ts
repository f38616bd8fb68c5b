import { newId, toPublicId } from '@florin/contracts';
import { describe, expect, it } from 'vitest';
import { admin, noAccount, platform } from './callers.ts';
import type { TestAccount } from './start-ledger.ts';
import { useLedger } from './use-ledger.ts';

const ledger = useLedger();

const capture = (account: TestAccount, id: string, options = {}) =>
  account.call('POST', `/v1/transactions/${id}/capture`, options);

async function hold(account: TestAccount, amount = 100): Promise<string> {
  const { body } = await account.create({ type: 'payment', amount, capture: 'manual' });
  return body.id;
}

describe('POST /v1/transactions/{transaction_id}/capture', () => {
  it.each([
    ['without a body', {}],
    ['with an empty body', { body: {} }],
    ['with the whole amount', { body: { amount: 100 } }],
  ])('takes all of it %s', async (_title, options) => {
    const account = await ledger().openAccount({ credit: 150 });
    const id = await hold(account);
    const { status, body } = await capture(account, id, options);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, status: 'succeeded', amount: 100, captured_amount: 100 });
    expect(await account.balance()).toEqual({ available: 50, held: 0, posted: 50 });
    expect((await account.call('GET', `/v1/transactions/${id}`)).body).toEqual(body);
  });

  it('takes a part and releases the rest, once', async () => {
    const account = await ledger().openAccount({ credit: 150 });
    const id = await hold(account);
    const { status, body } = await capture(account, id, { body: { amount: 30 } });
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'succeeded', amount: 100, captured_amount: 30 });
    expect(await account.balance()).toEqual({ available: 120, held: 0, posted: 120 });

    const again = await capture(account, id, { body: { amount: 30 } });
    expect([again.status, again.body]).toEqual([
      409,
      {
        error: 'conflict',
        message: 'only a pending payment can be captured; this transaction is succeeded',
      },
    ]);
    const refund = (amount: number) => account.create({ type: 'refund', refund_of_id: id, amount });
    expect((await refund(31)).status).toBe(400);
    expect((await refund(30)).status).toBe(201);
  });

  it('takes a payment with automatic capture before its time', async () => {
    const account = await ledger().openAccount({ credit: 100 });
    const { body } = await account.create({ type: 'payment', amount: 100 });
    expect((await capture(account, body.id)).status).toBe(200);
  });

  it.each([101, 0, -1, 1.5, '30', null, 2 ** 53])('returns 400 for %j of 100', async (amount) => {
    const account = await ledger().openAccount({ credit: 100 });
    const id = await hold(account);
    const { status, body } = await capture(account, id, { body: { amount } });
    expect([status, body.error]).toEqual([400, 'invalid_request']);
    expect(body.message).toMatch(/^amount: /);
    expect(await account.balance()).toMatchObject({ held: 100 });
  });

  it.each<[string, (account: TestAccount) => Promise<string>]>([
    [
      'a canceled payment',
      async (account) => {
        const id = await hold(account);
        await account.call('DELETE', `/v1/transactions/${id}`);
        return id;
      },
    ],
    ['a credit', async (account) => (await account.create({ type: 'credit', amount: 1 })).body.id],
  ])('returns 409 for %s', async (_title, prepare) => {
    const account = await ledger().openAccount({ credit: 100 });
    const { status, body } = await capture(account, await prepare(account));
    expect([status, body.error]).toEqual([409, 'conflict']);
  });

  it('returns 404 for unknown and foreign ids, and malformed ones', async () => {
    const account = await ledger().openAccount();
    const foreign = await hold(await ledger().openAccount({ credit: 100 }));
    for (const id of [foreign, toPublicId('transaction', newId()), 'txn_1', newId()]) {
      const { status, body } = await capture(account, id);
      expect([status, body.error]).toEqual([404, 'not_found']);
    }
  });

  it('requires permission to write; other callers get 403', async () => {
    const account = await ledger().openAccount({ credit: 400 });
    for (const [caller, expected] of [
      [{ ...account.owner, role: 'member' as const }, 200],
      [{ accountId: account.id, scopes: ['transactions:write' as const] }, 200],
      [admin, 200],
      [platform, 403],
      [{ accountId: account.id, scopes: ['transactions:read' as const] }, 403],
      [{ ...account.owner, readOnly: true }, 403],
      [noAccount, 404],
      [{}, 401],
    ] as const) {
      const { status } = await capture(account, await hold(account, 1), { caller });
      expect([caller, status]).toEqual([caller, expected]);
    }
  });
});
