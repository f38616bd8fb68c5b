import { toPublicId } from '@florin/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startLedger } from './start-ledger.ts';

let ledger: Awaited<ReturnType<typeof startLedger>>;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());

async function accountWith(credit: number) {
  const { accountId, owner } = await ledger.openAccount();
  const account_id = toPublicId('account', accountId);
  const create = (body: object, idempotencyKey?: string) =>
    ledger.call('POST', '/v1/transactions', {
      caller: owner,
      body: { account_id, currency: 'USD', ...body },
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    });
  if (credit > 0) await create({ type: 'credit', amount: credit });
  const balance = async () =>
    (await ledger.call('GET', '/v1/account/balance', { caller: owner })).body;
  return { accountId, account_id, owner, create, balance };
}

describe('POST /v1/transactions', () => {
  it('records a credit', async () => {
    const { create, balance, account_id } = await accountWith(0);
    const { status, body } = await create({ type: 'credit', amount: 2500, currency: 'usd' });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^txn_[0-9a-z]{26}$/),
      account_id,
      amount: 2500,
      currency: 'USD',
      type: 'credit',
      status: 'succeeded',
      reference: null,
      metadata: {},
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect(await balance()).toMatchObject({ available: 2500, held: 0, posted: 2500 });
  });

  it('holds a payment', async () => {
    const { create, balance } = await accountWith(1000);
    const { status, body } = await create({ type: 'payment', amount: 400, reference: 'order 1' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ status: 'pending', reference: 'order 1', refunded_amount: 0 });
    expect(await balance()).toMatchObject({ available: 600, held: 400, posted: 1000 });
  });

  it('says to record a credit when there is too little', async () => {
    const { create, balance } = await accountWith(0);
    const { status, body } = await create({ type: 'payment', amount: 1000 });
    expect(status).toBe(402);
    expect(body.error).toBe('insufficient_funds');
    expect(body.message).toContain('balance is 0, this needs 1000: record a credit first');
    expect(await balance()).toMatchObject({ available: 0, held: 0 });
  });
});
