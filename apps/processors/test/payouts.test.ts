import { newAccountId, toPublicId } from '@florin/contracts';
import { eventually } from '@florin/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProcessors } from './start-processors.ts';

const CARD = '4242424242424242';
/** The last two digits of an amount make the test processor refuse it, or the bank return it. */
const REFUSED = 151;
const COMES_BACK = 252;
const NOTHING = { payoutId: '', amount: '0' };

let florin: Awaited<ReturnType<typeof startProcessors>>;
beforeAll(async () => {
  florin = await startProcessors();
});
afterAll(() => florin.stop());

type Payee = Awaited<ReturnType<typeof florin.openPaid>>;

const payOut = (payee: Payee, fields: object = {}, idempotencyKey?: string) =>
  payee.call('POST', '/v1/payouts', {
    body: { account_id: toPublicId('account', payee.accountId), currency: 'USD', ...fields },
    ...(idempotencyKey ? { idempotencyKey } : {}),
  });
const untilStatus = (payee: Payee, id: string, status: string) =>
  eventually(async () => {
    const { body } = await payee.call('GET', `/v1/payouts/${id}`);
    expect(body.status).toBe(status);
    return body;
  });
const until = (payee: Payee, parts: readonly number[]) =>
  eventually(async () => expect(await florin.partsOf(payee.accountId)).toEqual(parts));

describe('a payout', () => {
  it('takes its amount from the account, and has left once it is paid', async () => {
    const payee = await florin.openPaid(CARD);
    const { status, body } = await payOut(payee, { amount: 60, reference: 'week 5' });
    expect([status, body]).toMatchObject([
      201,
      { object: 'payout', amount: 60, status: 'pending', processor: 'test', reference: 'week 5' },
    ]);
    expect(await florin.partsOf(payee.accountId)).toEqual([40, 60, -100]);
    await untilStatus(payee, body.id, 'paid');
    await until(payee, [40, 0, -40]);
    expect((await payee.call('GET', '/v1/payouts?status=paid')).body.data).toHaveLength(1);
  });

  it('pays out the rest of a closed account once, for any number of calls', async () => {
    const payee = await florin.openPaid(CARD, 500);
    const asked = [1, 2, 3].map(() => florin.payOutRest(payee.accountId));
    const [one, ...others] = await Promise.all(asked);
    expect(one).toEqual({ payoutId: expect.stringMatching(/^po_/), amount: '500' });
    expect(others).toEqual([one, one]);
    await untilStatus(payee, one?.payoutId ?? '', 'paid');
    await until(payee, [0, 0, 0]);
    // Money that arrives later is not included.
    await payee.credit(70);
    expect(await florin.payOutRest(payee.accountId)).toEqual(one);
    expect((await payee.call('GET', '/v1/payouts')).body.data).toMatchObject([{ amount: 500 }]);
  });

  it('leaves money on a closed account if its bank refuses it', async () => {
    const payee = await florin.openPaid(CARD, REFUSED);
    expect(await florin.payOutRest(payee.accountId)).toEqual(NOTHING);
    await until(payee, [REFUSED, 0, -REFUSED]);
    expect(await florin.payOutRest(payee.accountId)).toEqual(NOTHING);
  });

  it('pays nothing for an empty closed account, or for a live one at the test processor', async () => {
    for (const accountId of [await florin.openAccount(), newAccountId(true)])
      expect(await florin.payOutRest(accountId)).toEqual(NOTHING);
  });

  it('takes everything available without an amount, once per key', async () => {
    const payee = await florin.openPaid(CARD, 500);
    const [one, two] = [await payOut(payee, {}, 'k'), await payOut(payee, {}, 'k')];
    expect([one.body.amount, two.body]).toEqual([500, one.body]);
    expect((await payOut(payee)).body.error).toBe('insufficient_funds');
    expect(await florin.partsOf(payee.accountId)).toEqual([0, 500, -500]);
  });

  it('takes nothing if too little is available', async () => {
    const payee = await florin.openPaid(CARD);
    const { status, body } = await payOut(payee, { amount: 101 });
    expect([status, body.error]).toEqual([402, 'insufficient_funds']);
    expect(await florin.partsOf(payee.accountId)).toEqual([100, 0, -100]);
    expect((await payee.call('GET', '/v1/payouts')).body.data).toEqual([]);
  });

  it('returns its money at once if the processor refuses', async () => {
    const payee = await florin.openPaid(CARD, 1_000);
    const { status, body } = await payOut(payee, { amount: REFUSED });
    expect([status, body.status, body.failure_reason]).toEqual([201, 'failed', 'account_closed']);
    await until(payee, [1_000, 0, -1_000]);
  });

  it('returns its money if the bank sends it back after it was paid', async () => {
    const payee = await florin.openPaid(CARD, 1_000);
    const { body } = await payOut(payee, { amount: COMES_BACK });
    await untilStatus(payee, body.id, 'paid');
    await until(payee, [748, 0, -748]);
    await untilStatus(payee, body.id, 'failed');
    await until(payee, [1_000, 0, -1_000]);
  });

  it("takes nothing in a currency other than the account's", async () => {
    const payee = await florin.openPaid(CARD);
    const { status, body } = await payOut(payee, { currency: 'EUR' });
    expect([status, body.error]).toEqual([400, 'currency_mismatch']);
  });
});
