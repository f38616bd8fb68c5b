import { describe, expect, it } from 'vitest';
import { useLedger } from './use-ledger.ts';

const ledger = useLedger();

const context = { requestId: 'test', timeoutMs: 60_000 };

describe('OpenBalance', () => {
  it('can be repeated with the same currency only', async () => {
    const { id: accountId } = await ledger().openAccount();
    await ledger().client.openBalance({ accountId, currency: 'USD' }, context);
    await expect(
      ledger().client.openBalance({ accountId, currency: 'EUR' }, context),
    ).rejects.toMatchObject({ code: 'conflict' });
  });

  it('refuses an invalid currency', async () => {
    const { id: accountId } = await ledger().openAccount();
    await expect(
      ledger().client.openBalance({ accountId, currency: 'XXX' }, context),
    ).rejects.toMatchObject({ code: 'invalid_request' });
  });
});

describe('ChangeCurrency', () => {
  it('changes it until the first posting', async () => {
    const { id: accountId, publicId, call } = await ledger().openAccount({ currency: 'EUR' });
    await ledger().client.changeCurrency({ accountId, currency: 'USD' }, context);
    await ledger().client.changeCurrency({ accountId, currency: 'USD' }, context);
    const body = { account_id: publicId, amount: 1, currency: 'USD', type: 'credit' };
    expect((await call('POST', '/v1/transactions', { body })).status).toBe(201);
    await expect(
      ledger().client.changeCurrency({ accountId, currency: 'EUR' }, context),
    ).rejects.toMatchObject({ code: 'conflict' });
    const balance = await call('GET', '/v1/account/balance');
    expect(balance.body).toMatchObject({ currency: 'USD', available: 1 });
  });
});

describe('CloseBalance', () => {
  it('cancels all holds, freezes the rest, and is idempotent', async () => {
    const { id: accountId, call, create } = await ledger().openAccount({ credit: 1000 });
    for (let payment = 0; payment < 3; payment += 1) await create({ type: 'payment', amount: 100 });
    const closed = await ledger().client.closeBalance({ accountId }, context);
    expect(closed).toEqual({ currency: 'USD', available: '1000' });
    expect(await ledger().client.closeBalance({ accountId }, context)).toEqual(closed);

    const list = await call('GET', '/v1/transactions?type=payment');
    expect(list.body.data.map((item: { status: string }) => item.status)).toEqual(
      Array.from({ length: 3 }, () => 'canceled'),
    );
    const after = await create({ type: 'credit', amount: 100 });
    expect([after.status, after.body.error]).toEqual([404, 'not_found']);
  });

  it('does not find an account without a balance', async () => {
    await expect(
      ledger().client.closeBalance({ accountId: '01900000-0000-7000-8000-000000000000' }, context),
    ).rejects.toMatchObject({ code: 'not_found' });
  });
});
