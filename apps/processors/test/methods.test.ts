import { newId, toPublicId } from '@florin/contracts';
import { eventually } from '@florin/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { warnOfExpiry } from '../src/methods/workers.ts';
import { order, startProcessors } from './start-processors.ts';

const GOOD = '4242424242424242';
const OTHER = '4000000000000341';

let florin: Awaited<ReturnType<typeof startProcessors>>;
beforeAll(async () => {
  florin = await startProcessors();
});
afterAll(() => florin.stop());

const context = { requestId: 'test', timeoutMs: 5_000 };

/** A customer of a new account who has paid with these cards, in this order. */
async function openSaved(...cards: readonly string[]) {
  const payer = await florin.openPaid(GOOD);
  const customer = toPublicId('customer', newId());
  const pay = (number: string) =>
    florin.client.authorize(
      { ...order(payer.accountId, newId(), number, 100), savesFor: customer, mandate: 'yes' },
      context,
    );
  for (const card of cards) await pay(card);
  const list = async () =>
    (await payer.call('GET', `/v1/payment_methods?customer_id=${customer}`)).body.data;
  const find = () =>
    florin.client.findSavedMethod({ accountId: payer.accountId, savesFor: customer }, context);
  const eventsOf = async (id: string) =>
    florin.query<{ type: string }>(
      `select type from processors.outgoing_events where body::json->'data'->'object'->>'id' = $1
        order by aggregate_sequence`,
      [id],
    );
  return { ...payer, customer, pay, list, find, eventsOf };
}

const lastFours = (methods: readonly { card: { last4: string }; is_default: boolean }[]) =>
  methods.map(({ card, is_default }) => `${card.last4}${is_default ? ' default' : ''}`);

describe('the saved methods of a customer', () => {
  it('are listed; the newest is the default, and another one can be chosen', async () => {
    const { call, list, find } = await openSaved(GOOD, OTHER);
    const [second, first] = await list();
    expect(lastFours([second, first])).toEqual(['0341 default', '4242']);
    expect(first).toMatchObject({ object: 'payment_method', processor: 'test', livemode: false });
    const path = `/v1/payment_methods/${first.id}`;
    const made = await call('POST', `${path}/default`, { idempotencyKey: 'a' });
    expect([made.status, made.body.is_default]).toEqual([200, true]);
    expect((await call('POST', `${path}/default`, { idempotencyKey: 'a' })).body).toEqual(
      made.body,
    );
    expect(lastFours(await list())).toEqual(['0341', '4242 default']);
    expect(toPublicId('paymentMethod', (await find()).methodId)).toBe(first.id);
    expect((await call('GET', path)).body).toEqual(made.body);
  });

  it('are not charged once removed, and are detached at their processor', async () => {
    const { call, list, find } = await openSaved(GOOD, OTHER);
    const [second, first] = await list();
    const removed = await call('DELETE', `/v1/payment_methods/${second.id}`);
    expect(removed.body).toMatchObject({ id: second.id, deleted: true });
    expect(lastFours(await list())).toEqual(['4242 default']);
    expect((await call('GET', `/v1/payment_methods/${second.id}`)).status).toBe(404);
    expect(toPublicId('paymentMethod', (await find()).methodId)).toBe(first.id);
    await eventually(async () => {
      const events = await florin.query(
        `select m.reference from processors.payment_methods m
           join processors.test_removed_methods using (reference)
          where m.account_id = (select account_id from processors.payment_methods
                                 where removed_at is not null order by removed_at desc limit 1)`,
      );
      expect(events).toHaveLength(1);
    });
    await call('DELETE', `/v1/payment_methods/${first.id}`);
    await expect(find()).rejects.toMatchObject({ code: 'not_found' });
  });

  it('are never charged by an id from before their removal, nor by another account', async () => {
    const { accountId, call, list, find } = await openSaved(GOOD);
    const { methodId } = await find();
    const charge = (account: string) =>
      florin.client.chargeSaved(
        {
          id: newId(),
          paymentId: newId(),
          accountId: account,
          amount: 100,
          currency: 'USD',
          description: 'again',
          methodId,
        },
        context,
      );
    expect(await charge(accountId)).toMatchObject({ status: 'succeeded' });
    await expect(charge(newId())).rejects.toMatchObject({ code: 'not_found' });
    const [{ id }] = await list();
    await call('DELETE', `/v1/payment_methods/${id}`);
    await expect(charge(accountId)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('have one default after many concurrent payments', async () => {
    const { pay, list } = await openSaved();
    await Promise.all(Array.from({ length: 8 }, (_, turn) => pay(turn % 2 ? GOOD : OTHER)));
    const methods = await list();
    expect(methods).toHaveLength(8);
    expect(methods.filter((it: { is_default: boolean }) => it.is_default)).toHaveLength(1);
  });

  it('have events when saved, removed, and before they expire', async () => {
    const { call, customer, list, eventsOf } = await openSaved(GOOD);
    const [{ id }] = await list();
    await florin.query(
      `update processors.payment_methods set warn_at = now() - interval '1 second'
        where customer = $1`,
      [customer],
    );
    await Promise.all([warnOfExpiry(florin.db), warnOfExpiry(florin.db)]);
    await call('DELETE', `/v1/payment_methods/${id}`);
    const types = (await eventsOf(id)).map(({ type }) => type);
    expect(types).toEqual([
      'payment_method.created',
      'payment_method.expiring',
      'payment_method.removed',
    ]);
  });
});
