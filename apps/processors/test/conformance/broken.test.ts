import { newId } from '@florin/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Notice } from '../../src/contract/model.ts';
import type { Processor } from '../../src/contract/processor.ts';
import type { Driver } from './driver.ts';
import { driveStripe } from './drivers/stripe.ts';
import { driveTest } from './drivers/test.ts';
import { rules } from './rules/all.ts';

/** Processors that break a rule, and the rule that detects it. */
const broken: Readonly<Record<string, (sound: Processor) => Partial<Processor>>> = {
  'executes an order once for repeated calls': (sound) => ({
    authorize: (order) => sound.authorize({ ...order, id: newId() }),
  }),
  'finds an order whose response was lost': () => ({
    find: async () => ({ status: 'unknown' }),
  }),
  'returns unknown for an order that it has not received': () => ({
    find: async () => ({ status: 'canceled' }),
  }),
  'takes nothing for an order that was canceled before it arrived': () => ({
    cancel: async () => ({ status: 'canceled' }),
  }),
  'does not refund a paid order when it is canceled': () => ({
    cancel: async () => ({ status: 'canceled' }),
  }),
  'releases a reserved amount that was not captured': (sound) => ({
    cancel: (charge) => sound.find(charge).then((state) => state as never),
  }),
  'charges a saved method once for repeated calls': (sound) => ({
    chargeSaved: (order) => sound.chargeSaved({ ...order, id: newId() }),
  }),
  'returns a saved method, and charges no removed one': () => ({
    removeMethod: async () => {},
  }),
  'refunds once for repeated calls': (sound) => ({
    refund: (order) => sound.refund({ ...order, id: newId() }),
  }),
  'finds a refund whose response was lost, and refunds once': () => ({
    findRefund: async () => ({ status: 'unknown' }),
  }),
  'pays out once for repeated calls': (sound) => ({
    payOut: (order) => sound.payOut({ ...order, id: newId() }),
  }),
  'settles each charge by one line with gross amount and fee': (sound) => ({
    listSettlements: async (merchant) => ({
      ...(await sound.listSettlements(merchant, null)),
      hasMore: false,
    }),
  }),
  'includes no secret or card number in states and errors': (sound) => ({
    authorize: (order) => {
      if (order.amount > 0n) return sound.authorize(order);
      throw new Error(`cannot charge ${order.card?.number}`);
    },
  }),
};

const trusting: Processor['parseWebhook'] = ({ body }) => {
  const { id } = JSON.parse(body.toString()) as Pick<Notice, 'id'>;
  return [{ id, about: 'charge', reference: 'any', ourId: null, merchantReference: null }];
};

describe('a rule detects', () => {
  let test: Driver;
  let stripe: Driver;
  beforeAll(async () => {
    [test, stripe] = await Promise.all([driveTest(), driveStripe()]);
  });
  afterAll(() => Promise.all([test.stop(), stripe.stop()]));

  const check = (driver: Driver, name: string, parts: Partial<Processor>) => {
    const rule = rules.find((one) => one.name === name);
    if (!rule) throw new Error(`there is no rule "${name}"`);
    return rule.check({ ...driver, processor: { ...driver.processor, ...parts } });
  };

  it.each(Object.entries(broken))('a processor that breaks it: %s', async (name, breaks) => {
    await expect(check(test, name, breaks(test.processor))).rejects.toThrow();
  });

  it('a processor that accepts any webhook', async () => {
    const name = 'refuses a webhook that is forged, changed or old';
    await expect(check(stripe, name, { parseWebhook: trusting })).rejects.toThrow();
    await expect(check(stripe, name, {})).resolves.toBeUndefined();
  });
});
