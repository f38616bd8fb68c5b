import { newId } from '@florin/contracts';
import { expect } from 'vitest';
import { AMOUNT, decided, newOrder, paid, pay, type Rule } from '../driver.ts';

/** How charges are done once, stopped, and found again. */
export const chargeRules: readonly Rule[] = [
  {
    name: 'takes what was ordered from whoever pays',
    async check(driver) {
      const { order, state } = await pay(driver, 'pays');
      expect(state.status).toBe('succeeded');
      expect(await driver.taken(order.id)).toBe(AMOUNT);
    },
  },
  {
    name: 'does an order once, however often it is sent',
    async check(driver) {
      const { order } = await paid(driver);
      const again = await driver.processor.authorize(order);
      expect(again.status).toBe('succeeded');
      expect(await driver.taken(order.id)).toBe(AMOUNT);
    },
  },
  {
    name: 'does an order once, by however many it is sent',
    async check(driver) {
      const order = newOrder(driver, 'pays');
      const sent = Array.from({ length: 4 }, () => driver.processor.authorize(order));
      const begun = (await Promise.allSettled(sent)).filter((end) => end.status === 'fulfilled');
      const [first] = begun;
      if (!first) throw new Error('nobody was answered');
      for (const { value } of begun) await driver.act('pays', value);
      expect((await decided(driver, order, first.value)).status).toBe('succeeded');
      expect(await driver.taken(order.id)).toBe(AMOUNT);
    },
  },
  {
    name: 'finds an order whose answer was lost',
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
    name: 'takes nothing twice where an order is repeated after its answer was lost',
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
    name: 'knows nothing of an order that it has not received',
    async check({ processor, merchant }) {
      const found = await processor.find({ id: newId(), merchant, reference: null });
      expect(found).toEqual({ status: 'unknown' });
    },
  },
  {
    name: 'takes nothing for an order that was stopped before it came',
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
    name: 'stops an order that the customer has not paid yet',
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
    name: 'stops by our id alone an order whose answer was lost',
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
    name: 'does not take back by a stop what was paid',
    async check(driver) {
      const { order, chargeReference } = await paid(driver);
      for (const reference of [chargeReference, null])
        expect((await driver.processor.cancel({ ...order, reference })).status).toBe('succeeded');
      expect(await driver.taken(order.id)).toBe(AMOUNT);
    },
  },
  {
    name: 'says a refusal as a state, with its reason, for good',
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
    name: 'lets who was refused at its page try again',
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
    name: 'takes what was reserved once, and at most that',
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
    name: 'takes a part of what was reserved, and releases the rest',
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
    name: 'releases what was reserved and not taken',
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
