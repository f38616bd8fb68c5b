import { newId } from '@florin/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Notice } from '../../src/contract/model.ts';
import type { Processor } from '../../src/contract/processor.ts';
import type { Driver } from './driver.ts';
import { driveStripe } from './drivers/stripe.ts';
import { driveTest } from './drivers/test.ts';
import { rules } from './rules/all.ts';

/** Processors that break a rule, and the rule that finds them out. */
const broken: Readonly<Record<string, (sound: Processor) => Partial<Processor>>> = {
  'does an order once, however often it is sent': (sound) => ({
    authorize: (order) => sound.authorize({ ...order, id: newId() }),
  }),
  'finds an order whose answer was lost': () => ({
    find: async () => ({ status: 'unknown' }),
  }),
  'knows nothing of an order that it has not received': () => ({
    find: async () => ({ status: 'canceled' }),
  }),
  'takes nothing for an order that was stopped before it came': () => ({
    cancel: async () => ({ status: 'canceled' }),
  }),
  'does not take back by a stop what was paid': () => ({
    cancel: async () => ({ status: 'canceled' }),
  }),
  'releases what was reserved and not taken': (sound) => ({
    cancel: (charge) => sound.find(charge).then((state) => state as never),
  }),
  'charges a saved method once, however often it is sent': (sound) => ({
    chargeSaved: (order) => sound.chargeSaved({ ...order, id: newId() }),
  }),
  'shows a saved method, and charges none that was removed': () => ({
    removeMethod: async () => {},
  }),
  'gives money back once, however often it is sent': (sound) => ({
    refund: (order) => sound.refund({ ...order, id: newId() }),
  }),
  'finds a refund whose answer was lost, and gives nothing twice': () => ({
    findRefund: async () => ({ status: 'unknown' }),
  }),
  'pays out once, however often it is sent': (sound) => ({
    payOut: (order) => sound.payOut({ ...order, id: newId() }),
  }),
  'settles each charge by one line: what came in, and the fee': (sound) => ({
    listSettlements: async (merchant) => ({
      ...(await sound.listSettlements(merchant, null)),
      hasMore: false,
    }),
  }),
  'says no secret and no card number, in states and in errors': (sound) => ({
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

describe('a rule finds out', () => {
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

  it.each(Object.entries(broken))('who breaks it: %s', async (name, breaks) => {
    await expect(check(test, name, breaks(test.processor))).rejects.toThrow();
  });

  it('who believes any webhook', async () => {
    const name =
      'refuses a webhook that somebody else has signed, that was changed, or that is old';
    await expect(check(stripe, name, { parseWebhook: trusting })).rejects.toThrow();
    await expect(check(stripe, name, {})).resolves.toBeUndefined();
  });
});
