import { newId } from '@florin/contracts';
import { expect } from 'vitest';
import { AMOUNT, decided, newOrder, paid, pay, type Rule } from '../driver.ts';

/** Rules on ordering, canceling and finding charges. */
export const chargeRules: readonly Rule[] = [
  {
    name: 'takes the ordered amount from a customer who pays',
    async check(driver) {
      const { order, state } = await pay(driver, 'pays');
      expect(state.status).toBe('succeeded');
      expect(await driver.taken(order.id)).toBe(AMOUNT);
    },
  },
  {
    name: 'executes an order once for repeated calls',
    async check(driver) {
      const { order } = await paid(driver);
      const again = await driver.processor.authorize(order);
      expect(again.status).toBe('succeeded');
      expect(await driver.taken(order.id)).toBe(AMOUNT);
    },
  },
  {
    name: 'executes an order once for concurrent calls',
    async check(driver) {
      const order = newOrder(driver, 'pays');
      const sent = Array.from({ length: 4 }, () => driver.processor.authorize(order));
      const begun = (await Promise.allSettled(sent)).filter((end) => end.status === 'fulfilled');
      const [first] = begun;
      if (!first) throw new Error('no request got a response');
      for (const { value } of begun) await driver.act('pays', value);
      expect((await decided(driver, order, first.value)).status).toBe('succeeded');
      expect(await driver.taken(order.id)).toBe(AMOUNT);
    },
  },
  {
    name: 'finds an order whose response was lost',
    async check(driver) {
      const order = newOrder(driver, 'pays');
      await driver.losing(() => driver.processor.authorize(order));
      const found = await driver.processor.find({ ...order, reference: null });
      if (found.status === 'unknown') throw new Error('it is unknown, and was received');
      await driver.act('pays', found);
      expect((await decided(driver, order, found)).status).toBe('succeeded');
      expect(await driver.taken(order.id)).toBe(AMOUNT);
    },
  },
  {
    name: 'takes money once if an order is repeated after a lost response',
    async check(driver) {
      const order = newOrder(driver, 'pays');
      await driver.losing(() => driver.processor.authorize(order));
      const again = await driver.processor.authorize(order);
      await driver.act('pays', again);
      expect((await decided(driver, order, again)).status).toBe('succeeded');
      expect(await driver.taken(order.id)).toBe(AMOUNT);
    },
  },
  {
    name: 'returns unknown for an order that it has not received',
    async check({ processor, merchant }) {
      const found = await processor.find({ id: newId(), merchant, reference: null });
      expect(found).toEqual({ status: 'unknown' });
    },
  },
  {
    name: 'takes nothing for an order that was canceled before it arrived',
    async check(driver) {
      const order = newOrder(driver, 'pays');
      const stopped = await driver.processor.cancel({ ...order, reference: null });
      expect(stopped.status).toBe('canceled');
      const late = await driver.processor.authorize(order).catch(() => undefined);
      if (late) await driver.act('pays', late);
      expect(late?.status ?? 'canceled').toBe('canceled');
      expect(await driver.taken(order.id)).toBe(0n);
      expect((await driver.processor.find({ ...order, reference: null })).status).toBe('canceled');
    },
  },
  {
    name: 'cancels an order that the customer has not paid yet',
    needs: ({ pays }) => pays !== 'form',
    async check(driver) {
      const order = newOrder(driver, 'pays');
      const begun = await driver.processor.authorize(order);
      expect(begun.status).toBe('requires_action');
      const reference = 'reference' in begun ? begun.reference : null;
      expect((await driver.processor.cancel({ ...order, reference })).status).toBe('canceled');
      await driver.act('pays', begun);
      expect((await driver.processor.find({ ...order, reference })).status).toBe('canceled');
      expect(await driver.taken(order.id)).toBe(0n);
    },
  },
  {
    name: 'cancels an order whose response was lost, by our id only',
    needs: ({ pays }) => pays !== 'form',
    async check(driver) {
      const order = newOrder(driver, 'pays');
      await driver.losing(() => driver.processor.authorize(order));
      expect((await driver.processor.cancel({ ...order, reference: null })).status).toBe(
        'canceled',
      );
      expect(await driver.taken(order.id)).toBe(0n);
    },
  },
  {
    name: 'does not refund a paid order when it is canceled',
    async check(driver) {
      const { order, chargeReference } = await paid(driver);
      for (const reference of [chargeReference, null])
        expect((await driver.processor.cancel({ ...order, reference })).status).toBe('succeeded');
      expect(await driver.taken(order.id)).toBe(AMOUNT);
    },
  },
  {
    name: 'returns a decline as a final state with its reason',
    payers: ['is refused', 'has too little'],
    needs: ({ pays }) => pays === 'form',
    async check(driver) {
      for (const [payer, code] of [
        ['is refused', 'generic_decline'],
        ['has too little', 'insufficient_funds'],
      ] as const) {
        const { order, state } = await pay(driver, payer);
        expect(state).toMatchObject({ status: 'declined', code });
        expect(await driver.processor.authorize(order)).toMatchObject({ status: 'declined', code });
        expect(await driver.taken(order.id)).toBe(0n);
      }
    },
  },
  {
    name: 'allows another attempt on its page after a decline',
    payers: ['pays', 'is refused'],
    needs: ({ pays }) => pays === 'redirect',
    async check(driver) {
      const { order, state } = await pay(driver, 'is refused');
      expect(state.status).toBe('requires_action');
      await driver.act('pays', state);
      expect((await decided(driver, order, state)).status).toBe('succeeded');
      expect(await driver.taken(order.id)).toBe(AMOUNT);
    },
  },
  {
    name: 'captures once, up to the reserved amount',
    needs: ({ capturesLater }) => capturesLater,
    async check(driver) {
      const { order, state } = await pay(driver, 'pays', { capture: 'manual' });
      if (state.status !== 'authorized') throw new Error(`it is ${state.status}`);
      expect(await driver.taken(order.id)).toBe(0n);
      const { reference } = state;
      for (const amount of [AMOUNT * 2n, AMOUNT]) {
        const taken = await driver.processor.capture({ ...order, reference }, amount);
        expect(taken.status).toBe('succeeded');
        expect(await driver.taken(order.id)).toBe(AMOUNT);
      }
    },
  },
  {
    name: 'captures a part of the reserved amount, and releases the rest',
    needs: ({ capturesLater }) => capturesLater,
    async check(driver) {
      const { order, state } = await pay(driver, 'pays', { capture: 'manual' });
      const reference = 'reference' in state ? state.reference : null;
      await driver.losing(() => driver.processor.capture({ ...order, reference }, 400n));
      expect((await driver.processor.capture({ ...order, reference }, 400n)).status).toBe(
        'succeeded',
      );
      expect(await driver.taken(order.id)).toBe(400n);
    },
  },
  {
    name: 'releases a reserved amount that was not captured',
    needs: ({ capturesLater }) => capturesLater,
    async check(driver) {
      const { order, state } = await pay(driver, 'pays', { capture: 'manual' });
      const reference = 'reference' in state ? state.reference : null;
      expect((await driver.processor.cancel({ ...order, reference })).status).toBe('canceled');
      const late = await driver.processor.capture({ ...order, reference }, AMOUNT);
      expect(late.status).toBe('canceled');
      expect(await driver.taken(order.id)).toBe(0n);
    },
  },
];
