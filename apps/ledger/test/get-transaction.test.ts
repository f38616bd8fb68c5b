import { newId, toPublicId } from '@florin/contracts';
import { describe, expect, it } from 'vitest';
import { admin, noAccount, platform } from './callers.ts';
import { useLedger } from './use-ledger.ts';

const ledger = useLedger();

describe('GET /v1/transactions/{transaction_id}', () => {
  it('returns the complete transaction', async () => {
    const account = await ledger().openAccount({ credit: 100 });
    const created = await account.create({
      type: 'payment',
      amount: 100,
      capture: 'manual',
      reference: 'order 1',
      metadata: { b: 1, a: 2 },
    });
    const { status, body } = await account.call('GET', `/v1/transactions/${created.body.id}`);
    expect(status).toBe(200);
    expect(body).toEqual({ ...created.body, updated_at: created.body.created_at });
  });

  it.each([
    ['unknown', toPublicId('transaction', newId())],
    ['of another kind', toPublicId('account', newId())],
    ['upper-case', toPublicId('transaction', newId()).toUpperCase()],
    ['a UUID', newId()],
    ['too short', 'txn_1'],
    ['too long', `${toPublicId('transaction', newId())}0`],
    ['out of range', 'txn_8zzzzzzzzzzzzzzzzzzzzzzzzz'],
    ['a number', '1'],
    ['a quote', "'"],
    ['a star', '*'],
  ])('returns 404 for an id that is %s', async (_title, id) => {
    const account = await ledger().openAccount();
    const { status, body } = await account.call('GET', `/v1/transactions/${id}`);
    expect([status, body.error]).toEqual([404, 'not_found']);
  });

  it('is shown to the account’s own users and keys, to platform and to admins', async () => {
    const account = await ledger().openAccount({ credit: 100 });
    const [{ id }] = (await account.call('GET', '/v1/transactions')).body.data;
    const own = { accountId: account.id };
    for (const [caller, expected] of [
      [{ ...account.owner, role: 'member' as const }, 200],
      [{ ...account.owner, readOnly: true }, 200],
      [{ ...own, scopes: ['transactions:read' as const] }, 200],
      [{ ...own, scopes: ['transactions:write' as const] }, 401],
      [platform, 200],
      [admin, 200],
      [noAccount, 404],
      [(await ledger().openAccount()).owner, 404],
      [{}, 401],
    ] as const) {
      const { status } = await account.call('GET', `/v1/transactions/${id}`, { caller });
      expect([caller, status]).toEqual([caller, expected]);
    }
  });
});
