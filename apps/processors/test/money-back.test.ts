import { newId, toPublicId } from '@florin/contracts';
import { eventually } from '@florin/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { order, startProcessors } from './start-processors.ts';

const GOOD = '4242424242424242';
const DISPUTED = '4000000000000259';
const FAILS = '4000000000005126';
const context = { requestId: 'test', timeoutMs: 5_000 };

let florin: Awaited<ReturnType<typeof startProcessors>>;
beforeAll(async () => {
  florin = await startProcessors();
});
afterAll(() => florin.stop());

const moneyBackOf = async (...paymentIds: readonly string[]) => {
  const { payments } = await florin.client.listMoneyBack({ paymentIds: [...paymentIds] }, context);
  return (payments ?? []).map(({ refunded, disputed }) => [Number(refunded), Number(disputed)]);
};

type Payer = Awaited<ReturnType<typeof florin.openPaid>>;

const refund = ({ call, paymentId }: Payer, amount: number) =>
  call('POST', `/v1/payments/${toPublicId('paymentRequest', paymentId)}/refund`, {
    body: { amount },
  });

it('sums the refunds of a payment that have not failed', async () => {
  const payer = await florin.openPaid(GOOD);
  const other = await florin.openPaid(GOOD);
  expect(await moneyBackOf(payer.paymentId)).toEqual([]);
  for (const amount of [30, 20]) expect((await refund(payer, amount)).status).toBe(201);
  expect(await moneyBackOf(other.paymentId, payer.paymentId)).toEqual([[50, 0]]);
  const failing = await florin.openPaid(FAILS);
  expect((await refund(failing, 40)).status).toBe(201);
  expect(await moneyBackOf(failing.paymentId)).toEqual([[40, 0]]);
  await eventually(async () => expect(await moneyBackOf(failing.paymentId)).toEqual([]));
});

it('counts disputes until they are won', async () => {
  const payer = await florin.openPaid(DISPUTED, 100, 40);
  await eventually(async () => expect(await moneyBackOf(payer.paymentId)).toEqual([[0, 100]]));
  const { body } = await payer.call('GET', '/v1/disputes');
  const path = `/v1/disputes/${body.data[0].id}/evidence`;
  await payer.call('POST', path, { body: { text: 'winning_evidence' } });
  expect(await moneyBackOf(payer.paymentId)).toEqual([]);
});

it('accepts one page of payments, and no more', async () => {
  const ids = Array.from({ length: 101 }, () => newId());
  await expect(moneyBackOf(...ids)).rejects.toMatchObject({ code: 'invalid_request' });
  expect(await moneyBackOf(...ids.slice(1))).toEqual([]);
});

it('includes the customer of refunds and disputes', async () => {
  const payer = await florin.openPaid(GOOD);
  const customerId = toPublicId('customer', newId());
  const paid = { ...order(payer.accountId, newId(), DISPUTED, 100), customerId };
  await florin.client.authorize(paid, context);
  const dispute = await eventually(async () => {
    const { data } = (await payer.call('GET', '/v1/disputes')).body;
    expect(data).toHaveLength(1);
    return data[0];
  });
  expect(dispute.customer_id).toBe(customerId);
  const again = { ...order(payer.accountId, newId(), GOOD, 100), customerId };
  await florin.client.authorize(again, context);
  await payer.credit(100);
  const refunded = await refund({ ...payer, paymentId: again.paymentId }, 10);
  expect(refunded.body).toMatchObject({ customer_id: customerId, invoice_id: null });
  expect((await refund(payer, 10)).body.customer_id).toBeNull();
});
