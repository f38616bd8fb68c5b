import { newId } from '@florin/contracts';
import { expect } from 'vitest';
import type { SavedMethod } from '../../../src/contract/model.ts';
import type { SavedChargeOrder } from '../../../src/contract/processor.ts';
import { AMOUNT, type Driver, type Payer, pay, type Rule } from '../driver.ts';

const saves = () => ({
  customer: newId(),
  email: 'grace@example.com',
  customerReference: null,
  mandate: 'My card is charged each month until I cancel.',
});

/** Makes a customer save a method by paying. */
async function save(driver: Driver, payer: Payer = 'pays'): Promise<SavedMethod> {
  const { state } = await pay(driver, payer, { saves: saves() });
  if (state.status !== 'succeeded' || !state.saved)
    throw new Error(`nothing was saved: ${state.status}`);
  return state.saved;
}

function orderOf({ merchant, currency }: Driver, method: SavedMethod): SavedChargeOrder {
  return { id: newId(), merchant, amount: AMOUNT, currency, description: 'month 2', method };
}

const needs: Rule['needs'] = ({ savesMethods }) => savesMethods;

/** Rules on saving, charging and removing methods. */
export const savedRules: readonly Rule[] = [
  {
    name: 'saves a method only on request',
    needs,
    async check(driver) {
      const { state } = await pay(driver, 'pays');
      expect(state).toMatchObject({ status: 'succeeded', saved: null });
    },
  },
  {
    name: 'charges a saved method once for repeated calls',
    needs,
    async check(driver) {
      const order = orderOf(driver, await save(driver));
      for (const _ of [1, 2])
        expect((await driver.processor.chargeSaved(order)).status).toBe('succeeded');
      expect(await driver.taken(order.id)).toBe(AMOUNT);
    },
  },
  {
    name: 'finds a charge of a saved method whose response was lost',
    needs,
    async check(driver) {
      const order = orderOf(driver, await save(driver));
      await driver.losing(() => driver.processor.chargeSaved(order));
      const found = await driver.processor.find({ ...order, reference: null });
      expect(found.status).toBe('succeeded');
      expect((await driver.processor.chargeSaved(order)).status).toBe('succeeded');
      expect(await driver.taken(order.id)).toBe(AMOUNT);
    },
  },
  {
    name: 'takes nothing for an order on a saved method that was canceled before it arrived',
    needs,
    async check(driver) {
      const order = orderOf(driver, await save(driver));
      const stopped = await driver.processor.cancel({ ...order, reference: null });
      expect(stopped.status).toBe('canceled');
      expect((await driver.processor.chargeSaved(order)).status).toBe('canceled');
      expect(await driver.taken(order.id)).toBe(0n);
    },
  },
  {
    name: 'returns a decline of a saved method as a final state',
    payers: ['pays, and is refused when charged later'],
    needs,
    async check(driver) {
      const order = orderOf(driver, await save(driver, 'pays, and is refused when charged later'));
      for (const _ of [1, 2])
        expect(await driver.processor.chargeSaved(order)).toMatchObject({
          status: 'declined',
          code: 'generic_decline',
        });
      expect(await driver.processor.find({ ...order, reference: null })).toMatchObject({
        status: 'declined',
      });
      expect(await driver.taken(order.id)).toBe(0n);
    },
  },
  {
    name: 'declines with authentication_required if the bank requires the customer',
    payers: ['pays, and has to be asked when charged later'],
    needs,
    async check(driver) {
      const method = await save(driver, 'pays, and has to be asked when charged later');
      const order = orderOf(driver, method);
      expect(await driver.processor.chargeSaved(order)).toMatchObject({
        status: 'declined',
        code: 'authentication_required',
      });
      expect(await driver.taken(order.id)).toBe(0n);
    },
  },
  {
    name: 'returns a saved method, and charges no removed one',
    needs,
    async check(driver) {
      const { processor, merchant } = driver;
      const method = await save(driver);
      const { reference, customerReference } = method;
      expect(await processor.findMethod(method, merchant)).toMatchObject({
        reference,
        customerReference,
      });
      // Removing twice has the same result.
      await processor.removeMethod(method, merchant);
      await processor.removeMethod(method, merchant);
      expect(await processor.findMethod(method, merchant)).toBeUndefined();
      const order = orderOf(driver, method);
      expect((await processor.chargeSaved(order)).status).toBe('declined');
      expect(await driver.taken(order.id)).toBe(0n);
    },
  },
  {
    name: 'saves a method without a charge, once per id',
    needs,
    async check(driver) {
      const { processor, merchant } = driver;
      const { returnUrl = 'http://127.0.0.1:1/saved' } = driver.orderOf('pays');
      const order = { id: newId(), merchant, saves: saves(), returnUrl };
      const begun = await processor.saveMethod(order);
      if (begun.status !== 'requires_action') throw new Error(`it is ${begun.status}`);
      await driver.act('pays', { ...begun, action: { kind: 'redirect', url: begun.url } });
      const [one, two] = [await processor.saveMethod(order), await processor.saveMethod(order)];
      if (one.status !== 'saved') throw new Error(`it is ${one.status}`);
      expect(two).toEqual(one);
      const charge = orderOf(driver, one.method);
      expect((await processor.chargeSaved(charge)).status).toBe('succeeded');
    },
  },
];
