import type { Stripe } from 'stripe';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { open } from './stand-in.ts';

/** A busy machine needs more than the default second. */
const PATIENCE_MS = 20_000;

const { standIn, stripe, close } = await open();
afterAll(close);

async function pay(payment_method = 'pm_card_visa', amount = 1_000) {
  const order = { amount, currency: 'usd', confirm: true, payment_method } as const;
  return (await stripe.paymentIntents.create(order)).id;
}

describe('a refund', () => {
  it('refunds a part, then the rest, never more', async () => {
    const payment_intent = await pay();
    const part = await stripe.refunds.create({ payment_intent, amount: 400 });
    expect(part).toMatchObject({ status: 'succeeded', amount: 400 });
    const tooMuch = stripe.refunds.create({ payment_intent, amount: 601 });
    await expect(tooMuch).rejects.toMatchObject({ statusCode: 400 });
    expect((await stripe.refunds.create({ payment_intent })).amount).toBe(600);
    const another = stripe.refunds.create({ payment_intent });
    await expect(another).rejects.toMatchObject({ code: 'charge_already_refunded' });
    const { data } = await stripe.refunds.list({ payment_intent });
    expect(data.map(({ amount }) => amount)).toEqual([600, 400]);
  });

  it('may be pending first', async () => {
    const { id, status } = await stripe.refunds.create({
      payment_intent: await pay('pm_card_pendingRefund'),
    });
    expect(status).toBe('pending');
    await vi.waitFor(
      async () => expect((await stripe.refunds.retrieve(id)).status).toBe('succeeded'),
      PATIENCE_MS,
    );
  });

  it('may be returned, and can then be repeated', async () => {
    const payment_intent = await pay('pm_card_refundFail');
    const { id, status } = await stripe.refunds.create({ payment_intent });
    expect(status).toBe('succeeded');
    await vi.waitFor(
      async () => expect((await stripe.refunds.retrieve(id)).status).toBe('failed'),
      PATIENCE_MS,
    );
    const book = standIn.books().payments.find((it) => it.payment_intent === payment_intent);
    expect(book).toMatchObject({ captured: 1_000, refunded: 0 });
  });
});

describe('a dispute', () => {
  async function dispute(): Promise<Stripe.Dispute> {
    const payment_intent = await pay('pm_card_createDispute');
    return vi.waitFor(async () => {
      const { data } = await stripe.disputes.list({ payment_intent });
      expect(data).toHaveLength(1);
      return data[0] as Stripe.Dispute;
    }, PATIENCE_MS);
  }

  it('withdraws the money and a fee, and returns the money if it is won', async () => {
    const { id, status, balance_transactions } = await dispute();
    expect(status).toBe('needs_response');
    expect(balance_transactions).toMatchObject([{ amount: -1_000, fee: 1_500, net: -2_500 }]);
    const evidence = { uncategorized_text: 'winning_evidence' };
    const sent = await stripe.disputes.update(id, { evidence, submit: true });
    expect(sent.status).toBe('under_review');
    await vi.waitFor(
      async () => expect((await stripe.disputes.retrieve(id)).status).toBe('won'),
      PATIENCE_MS,
    );
    const { balance_transactions: moved } = await stripe.disputes.retrieve(id);
    expect(moved.map(({ amount }) => amount)).toEqual([-1_000, 1_000]);
  });

  it('is lost without evidence, and blocks refunds', async () => {
    const { id, payment_intent } = await dispute();
    const refund = stripe.refunds.create({ payment_intent: String(payment_intent) });
    await expect(refund).rejects.toMatchObject({ code: 'charge_disputed' });
    expect((await stripe.disputes.close(id)).status).toBe('lost');
    const late = stripe.disputes.update(id, { evidence: { uncategorized_text: 'late' } });
    await expect(late).rejects.toMatchObject({ statusCode: 400 });
  });
});

describe('a payout', () => {
  it('pays out the available balance, and may be returned after it was paid', async () => {
    const { standIn: own, stripe: client, close: end } = await open();
    const order = { amount: 10_000, currency: 'usd', confirm: true } as const;
    await client.paymentIntents.create({ ...order, payment_method: 'pm_card_visa' });
    const early = client.payouts.create({ amount: 1_000, currency: 'usd' });
    await expect(early).rejects.toMatchObject({ code: 'balance_insufficient' });
    own.control({ do: 'advance_clock', ms: 3 * 86_400_000 });
    const { id, status } = await client.payouts.create({ amount: 1_000, currency: 'usd' });
    expect(status).toBe('pending');
    own.control({ do: 'advance_clock', ms: 1_000 });
    expect((await client.payouts.retrieve(id)).status).toBe('paid');
    expect(own.control({ do: 'fail_payout', payout: id })).toMatchObject({ status: 'failed' });
    const { available } = await client.balance.retrieve();
    expect(available).toMatchObject([{ amount: 10_000 - 320, currency: 'usd' }]);
    const paid = own.control({ do: 'pay_out', currency: 'usd' }) as Stripe.Payout;
    const { data } = await client.balanceTransactions.list({ payout: paid.id });
    expect(data.reduce((sum, { net }) => sum + net, 0)).toBe(0);
    expect(own.books().totals.usd).toEqual({
      ...{ captured: 10_000, refunded: 0, disputed: 0, paid_out: 9_680, fees: 320 },
    });
    await end();
  });
});
