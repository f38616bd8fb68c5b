import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audit } from './audit.ts';
import { connectCharges } from './charges-caller.ts';
import { startLedger, type TestLedger } from './start-ledger.ts';

let ledger: TestLedger;
let billing: ReturnType<typeof connectCharges>;
beforeAll(async () => {
  ledger = await startLedger();
  billing = connectCharges(ledger);
});
afterAll(async () => {
  billing.close();
  await ledger.stop();
});

const context = { requestId: 'test', timeoutMs: 5_000 };

function charge(accountId: string, amount: number, key: string, currency = 'USD') {
  const request = { accountId, amount, currency, key, reference: 'invoice 1' };
  return billing.charge(request, context);
}

describe('Charge', () => {
  it('takes from the balance once per key, for repeated and concurrent calls', async () => {
    const { id, balance, call } = await ledger.openAccount({ credit: 1000 });
    const first = await charge(id, 300, 'a');
    const again = await Promise.all(Array.from({ length: 20 }, () => charge(id, 300, 'a')));
    expect(new Set(again.map(({ transactionId }) => transactionId))).toEqual(
      new Set([first.transactionId]),
    );
    await charge(id, 300, 'b');
    expect(await balance()).toEqual({ available: 400, held: 0, posted: 400 });
    const { body } = await call('GET', '/v1/transactions?type=payment');
    expect(body.data).toMatchObject([
      { status: 'succeeded', amount: 300, reference: 'invoice 1' },
      { status: 'succeeded', amount: 300 },
    ]);
    await expect(charge(id, 301, 'a')).rejects.toMatchObject({ code: 'conflict' });
    expect(await audit(ledger.superuser)).toEqual([]);
  });

  it('does not store a refusal for insufficient funds', async () => {
    const { id, create } = await ledger.openAccount();
    await expect(charge(id, 100, 'a')).rejects.toMatchObject({ code: 'insufficient_funds' });
    await create({ type: 'credit', amount: 100 });
    await expect(charge(id, 100, 'a')).resolves.toMatchObject({
      transactionId: expect.any(String),
    });
  });

  it('cannot be refunded by the account', async () => {
    const { id, create, call } = await ledger.openAccount({ credit: 100 });
    await charge(id, 100, 'a');
    const { body } = await call('GET', '/v1/transactions?type=payment');
    const refund = await create({ type: 'refund', amount: 100, refund_of_id: body.data[0].id });
    expect([refund.status, refund.body.error]).toEqual([400, 'invalid_request']);
  });

  it('refuses another currency, a closed account and an unknown one', async () => {
    const { id } = await ledger.openAccount({ credit: 100 });
    await expect(charge(id, 1, 'a', 'EUR')).rejects.toMatchObject({ code: 'currency_mismatch' });
    await ledger.client.closeBalance({ accountId: id }, context);
    await expect(charge(id, 1, 'a')).rejects.toMatchObject({ code: 'not_found' });
    const unknown = '01900000-0000-7000-8000-000000000000';
    await expect(charge(unknown, 1, 'a')).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('ChargeAll', () => {
  it('creates each like Charge, and a refused one does not affect others', async () => {
    const rich = await ledger.openAccount({ credit: 1000 });
    const poor = await ledger.openAccount({ credit: 10 });
    const of = (accountId: string, amount: number, key: string, currency = 'USD') => ({
      ...{ accountId, amount, currency, key, reference: 'invoice 1' },
    });
    const charges = [
      of(rich.id, 300, 'all-1'),
      of(poor.id, 300, 'all-2'),
      of(rich.id, 200, 'all-3'),
      of(rich.id, 200, 'all-4', 'EUR'),
      of('01900000-0000-7000-8000-000000000000', 1, 'all-5'),
      of(rich.id, -1, 'all-6'),
      of(rich.id, 1, ''),
      of(poor.id, 10, 'all-7'),
    ];
    const { outcomes = [] } = await billing.chargeAll({ charges }, context);
    expect(outcomes.map(({ error }) => error)).toEqual([
      ...['', 'insufficient_funds', '', 'currency_mismatch', 'not_found'],
      ...['invalid_request', 'invalid_request', ''],
    ]);
    expect(outcomes[1]?.message).toContain('balance is 10, this needs 300');
    expect(await rich.balance()).toMatchObject({ available: 500 });
    expect(await poor.balance()).toMatchObject({ available: 0 });
    // Either call creates it once per key.
    const again = await billing.chargeAll({ charges }, context);
    const ids = (all: typeof outcomes) => all.map(({ transactionId }) => transactionId);
    expect(ids(again.outcomes ?? [])).toEqual(ids(outcomes));
    expect(await charge(rich.id, 300, 'all-1')).toMatchObject({
      transactionId: outcomes[0]?.transactionId,
    });
    expect(await audit(ledger.superuser)).toEqual([]);
  });

  it('refuses more charges than its limit', async () => {
    const { id, balance } = await ledger.openAccount({ credit: 1000 });
    const charges = Array.from({ length: 129 }, (_, index) => ({
      ...{ accountId: id, amount: 1, currency: 'USD', key: `many-${index}`, reference: '' },
    }));
    await expect(billing.chargeAll({ charges }, context)).rejects.toMatchObject({
      code: 'invalid_request',
    });
    expect(await balance()).toMatchObject({ available: 1000 });
    const { outcomes } = await billing.chargeAll({ charges: charges.slice(1) }, context);
    expect(new Set(outcomes?.map(({ error }) => error))).toEqual(new Set(['']));
    expect(await balance()).toMatchObject({ available: 1000 - 128 });
    expect(await billing.chargeAll({ charges: [] }, context)).toEqual({ outcomes: [] });
  });
});

describe('RequestPayment', () => {
  it('creates one payment request per key, which can be canceled', async () => {
    const { id: accountId, call } = await ledger.openAccount();
    const request = {
      accountId,
      amount: 500,
      currency: 'USD',
      key: 'invoice 1',
      customerEmail: 'bob@example.com',
      reference: 'invoice 1',
      metadata: '{"invoice":"inv_1"}',
      expiresAt: '',
    };
    const made = await Promise.all(
      Array.from({ length: 5 }, () => billing.requestPayment(request, context)),
    );
    expect(new Set(made.map(({ paymentId }) => paymentId)).size).toBe(1);
    const [{ paymentId, paymentUrl } = { paymentId: '', paymentUrl: '' }] = made;
    expect(paymentUrl).toMatch(/\/pay\/[A-Za-z0-9_-]{43}$/);

    expect(made[0]).toMatchObject({ status: 'pending', expiresAt: expect.stringMatching(/Z$/) });

    const asked = (await call('GET', '/v1/payments')).body.data[0];
    const byClient = await call('POST', `/v1/payments/${asked.id}/cancel`);
    expect([byClient.status, byClient.body.error]).toEqual([409, 'conflict']);
    expect(byClient.body.message).toContain('POST /v1/invoices/invoice 1/void');

    await billing.cancelPaymentRequest({ accountId, paymentId }, context);
    await billing.cancelPaymentRequest({ accountId, paymentId }, context);
    const { body } = await call('GET', '/v1/payments');
    expect(body.data).toMatchObject([{ status: 'canceled', metadata: { invoice: 'inv_1' } }]);
    expect(await billing.requestPayment(request, context)).toMatchObject({
      paymentId,
      status: 'canceled',
    });
  });
});
