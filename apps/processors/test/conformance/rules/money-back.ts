import { newId } from '@florin/contracts';
import { expect } from 'vitest';
import type { TransferState, Unknown } from '../../../src/contract/model.ts';
import type { RefundOrder } from '../../../src/contract/processor.ts';
import { AMOUNT, type Driver, type Payer, paid, type Rule, until } from '../driver.ts';

const needs: Rule['needs'] = ({ refunds }) => refunds;

async function orderOf(driver: Driver, amount: bigint, payer?: Payer): Promise<RefundOrder> {
  const { chargeReference } = await paid(driver, payer);
  const { merchant, currency } = driver;
  return { id: newId(), merchant, chargeReference, amount, currency, reason: 'broken' };
}

function find({ processor }: Driver, order: RefundOrder): Promise<TransferState | Unknown> {
  return processor.findRefund({ ...order, reference: null });
}

/** Rules on refunds. */
export const refundRules: readonly Rule[] = [
  {
    name: 'refunds once for repeated calls',
    needs,
    async check(driver) {
      const order = await orderOf(driver, 400n);
      for (const _ of [1, 2])
        expect((await driver.processor.refund(order)).status).toBe('succeeded');
      expect(await driver.given(order.id)).toBe(400n);
    },
  },
  {
    name: 'refunds a charge in parts, up to the taken amount',
    needs,
    async check(driver) {
      const first = await orderOf(driver, 600n);
      const [second, third] = [
        { ...first, id: newId() },
        { ...first, id: newId(), amount: 400n },
      ];
      expect((await driver.processor.refund(first)).status).toBe('succeeded');
      expect((await driver.processor.refund(second)).status).toBe('failed');
      expect((await driver.processor.refund(third)).status).toBe('succeeded');
      expect(await driver.given(second.id)).toBe(0n);
      expect(await driver.given(third.id)).toBe(400n);
    },
  },
  {
    name: 'finds a refund whose response was lost, and refunds once',
    needs,
    async check(driver) {
      const order = await orderOf(driver, AMOUNT);
      await driver.losing(() => driver.processor.refund(order));
      expect((await find(driver, order)).status).toBe('succeeded');
      expect((await driver.processor.refund(order)).status).toBe('succeeded');
      expect(await driver.given(order.id)).toBe(AMOUNT);
    },
  },
  {
    name: 'returns unknown for a refund that it has not received',
    needs,
    async check(driver) {
      const order = await orderOf(driver, AMOUNT);
      expect(await find(driver, order)).toEqual({ status: 'unknown' });
    },
  },
  {
    name: 'reports a pending refund, and its arrival',
    payers: ['pays, and a refund takes its time'],
    needs,
    async check(driver) {
      const order = await orderOf(driver, AMOUNT, 'pays, and a refund takes its time');
      expect((await driver.processor.refund(order)).status).toBe('pending');
      await until(
        () => find(driver, order),
        (state): state is TransferState => state.status === 'succeeded',
      );
    },
  },
  {
    name: 'reports a refund that the bank returned',
    payers: ['pays, and a refund comes back'],
    needs,
    async check(driver) {
      const order = await orderOf(driver, AMOUNT, 'pays, and a refund comes back');
      expect((await driver.processor.refund(order)).status).toBe('succeeded');
      await until(
        () => find(driver, order),
        (state): state is TransferState => state.status === 'failed',
      );
      expect(await driver.given(order.id)).toBe(0n);
    },
  },
];

/** Rules on payouts. */
export const payoutRules: readonly Rule[] = [
  {
    name: 'pays out once for repeated calls',
    needs: ({ payouts }) => payouts,
    async check(driver) {
      const order = await payoutOf(driver, AMOUNT);
      for (const _ of [1, 2])
        expect((await driver.processor.payOut(order)).status).not.toBe('failed');
      expect(await driver.given(order.id)).toBe(AMOUNT);
      await until(
        () => driver.processor.findPayout({ ...order, reference: null, chargeReference: null }),
        (state): state is TransferState => state.status === 'succeeded',
      );
    },
  },
  {
    name: 'finds a payout whose response was lost, and pays out once',
    needs: ({ payouts }) => payouts,
    async check(driver) {
      const order = await payoutOf(driver, AMOUNT);
      const name = { ...order, reference: null, chargeReference: null };
      expect(await driver.processor.findPayout(name)).toEqual({ status: 'unknown' });
      await driver.losing(() => driver.processor.payOut(order));
      expect((await driver.processor.findPayout(name)).status).not.toBe('unknown');
      await driver.processor.payOut(order);
      expect(await driver.given(order.id)).toBe(AMOUNT);
    },
  },
  {
    name: 'reports a payout that the bank returned',
    needs: ({ payouts }, { comesBack }) => payouts && comesBack !== undefined,
    async check(driver) {
      const order = await payoutOf(driver, driver.comesBack ?? AMOUNT);
      const name = { ...order, reference: null, chargeReference: null };
      const find = () => driver.processor.findPayout(name);
      await driver.processor.payOut(order);
      const arrived = await until(
        find,
        (state): state is TransferState => state.status === 'succeeded',
      );
      await driver.returnPayout?.(arrived.reference ?? '');
      await until(find, (state): state is TransferState => state.status === 'failed');
      expect(await driver.given(order.id)).toBe(0n);
    },
  },
];

async function payoutOf(driver: Driver, amount: bigint) {
  await driver.fund?.(amount);
  const { merchant, currency } = driver;
  return { id: newId(), merchant, amount, currency };
}
