import type { Stripe } from 'stripe';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { clientOf, open, openReceiver, pageOrder, payAt } from './stand-in.ts';

/** A busy machine needs more than the default second. */
const PATIENCE_MS = 20_000;

const SECRET = 'whsec_test';
const receiver = await openReceiver();
const { standIn, stripe, close } = await open({ webhook: { url: receiver.url, secret: SECRET } });
const hasty = clientOf(standIn, undefined, 300);
afterEach(() => standIn.control({ do: 'behave' }));
afterAll(async () => {
  await close();
  await receiver.close();
});

const order = {
  ...{ amount: 1_000, currency: 'usd', confirm: true, payment_method: 'pm_card_visa' },
} satisfies Stripe.PaymentIntentCreateParams;

const takenUnder = (key: string) =>
  standIn.books().payments.filter(({ idempotency_key }) => idempotency_key === key);

describe('an Idempotency-Key', () => {
  it('runs a request once, and refuses a different one', async () => {
    const first = await stripe.paymentIntents.create(order, { idempotencyKey: 'one' });
    const again = await stripe.paymentIntents.create(order, { idempotencyKey: 'one' });
    expect(again.id).toBe(first.id);
    expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined();
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
    const other = stripe.paymentIntents.create({ ...order, amount: 2 }, { idempotencyKey: 'one' });
    await expect(other).rejects.toMatchObject({
      ...{ statusCode: 400, rawType: 'idempotency_error' },
    });
    const elsewhere = stripe.customers.create({}, { idempotencyKey: 'one' });
    await expect(elsewhere).rejects.toMatchObject({ rawType: 'idempotency_error' });
    expect(takenUnder('one')).toMatchObject([{ captured: 1_000, charges: 1 }]);
    expect(standIn.books().keys.one).toEqual({ sent: 4, done: 1 });
  });

  it('repeats a decline, and does not store a refusal', async () => {
    const poor = { ...order, payment_method: 'pm_card_chargeDeclined' };
    const send = () => stripe.paymentIntents.create(poor, { idempotencyKey: 'two' });
    const [one, two] = await Promise.all([send().catch(String), send().catch(String)]);
    expect(one).toBe(two);
    expect(takenUnder('two')).toHaveLength(1);
    const bad = stripe.paymentIntents.create({ ...order, amount: 0 }, { idempotencyKey: 'three' });
    await expect(bad).rejects.toMatchObject({ statusCode: 400 });
    await stripe.paymentIntents.create(order, { idempotencyKey: 'three' });
  });

  it('is forgotten after a day', async () => {
    const { standIn: own, stripe: client, close: end } = await open();
    const send = () => client.customers.create({}, { idempotencyKey: 'old' });
    const { id } = await send();
    own.control({ do: 'advance_clock', ms: 86_400_001 });
    expect((await send()).id).not.toBe(id);
    await end();
  });
});

describe('faults', () => {
  it.each(['timeout_after', 'reset_after', 'error_500_after'] as const)(
    '%s: it is done, and its client does not know',
    async (kind) => {
      // The package retries once under the same key after a closed connection.
      standIn.control({ do: 'fail', kind, times: kind === 'reset_after' ? 2 : 1 });
      const send = () => hasty.paymentIntents.create(order, { idempotencyKey: kind });
      await expect(send()).rejects.toThrow();
      expect(takenUnder(kind)).toMatchObject([{ captured: 1_000, charges: 1 }]);
      // Stripe repeats a 500 under its key, even if the request was executed.
      if (kind === 'error_500_after')
        await expect(send()).rejects.toMatchObject({ statusCode: 500 });
      else expect((await send()).status).toBe('succeeded');
      expect(takenUnder(kind)).toMatchObject([{ captured: 1_000, charges: 1 }]);
    },
  );

  it.each(['timeout_before', 'reset_before', 'error_429', 'error_500'] as const)(
    '%s: nothing is done',
    async (kind) => {
      const times = kind === 'reset_before' ? 2 : 1;
      standIn.control({ do: 'fail', kind, times, path: '/v1/payment_intents' });
      await stripe.customers.create();
      const send = () => hasty.paymentIntents.create(order, { idempotencyKey: kind });
      await expect(send()).rejects.toThrow();
      expect(takenUnder(kind)).toEqual([]);
      expect((await send()).status).toBe('succeeded');
    },
  );

  it('take it down for a while', async () => {
    standIn.control({ do: 'down', ms: 1_500 });
    await expect(stripe.customers.list()).rejects.toMatchObject({ type: 'StripeConnectionError' });
    await vi.waitFor(() => stripe.customers.list(), PATIENCE_MS);
  });

  it('decline charges on command', async () => {
    standIn.control({ do: 'decline', code: 'insufficient_funds' });
    const { id, url } = await stripe.checkout.sessions.create(pageOrder);
    const page = await payAt(String(url), '4242424242424242');
    expect(await page.text()).toContain('insufficient_funds');
    await payAt(String(url), '4242424242424242');
    expect((await stripe.checkout.sessions.retrieve(id)).payment_status).toBe('paid');
  });

  it('are accepted over HTTP; invalid ones are refused', async () => {
    const send = (body: object) =>
      fetch(`${standIn.url}/_control`, { method: 'POST', body: JSON.stringify(body) });
    expect((await send({ do: 'decline', code: 'lost_card' })).status).toBe(200);
    await expect(stripe.paymentIntents.create(order)).rejects.toMatchObject({
      decline_code: 'lost_card',
    });
    expect((await send({ do: 'something' })).status).toBe(400);
    const books = await (await fetch(`${standIn.url}/_control/books`)).json();
    expect(books).toEqual(JSON.parse(JSON.stringify(standIn.books())));
  });
});

describe('webhooks', () => {
  const eventsOf = async (act: () => Promise<unknown>, count: number) => {
    await vi.waitFor(() => expect(standIn.books().webhooks.waiting).toBe(0), PATIENCE_MS);
    const before = receiver.received.length;
    await act();
    await vi.waitFor(() => expect(receiver.received.length - before).toBe(count), PATIENCE_MS);
    return receiver.types().slice(before);
  };
  const create = () => stripe.customers.create();

  it('are signed, and form a list', async () => {
    await eventsOf(create, 1);
    const last = receiver.received.at(-1);
    const event = stripe.webhooks.constructEvent(last?.body ?? '', last?.signature ?? '', SECRET);
    expect(event.type).toBe('customer.created');
    expect((await stripe.events.list({ limit: 1 })).data[0]?.id).toBe(event.id);
    expect(() =>
      stripe.webhooks.constructEvent(last?.body ?? '', last?.signature ?? '', 'whsec_other'),
    ).toThrow();
  });

  it('can be lost, duplicated and reordered', async () => {
    standIn.control({ do: 'webhooks', how: 'lose' });
    await eventsOf(() => Promise.all([create(), create()]), 1);
    standIn.control({ do: 'webhooks', how: 'duplicate' });
    await eventsOf(create, 2);
    const [one, two] = receiver.received.slice(-2);
    expect(one?.body).toBe(two?.body);
    standIn.control({ do: 'webhooks', how: 'reorder', times: 3 });
    const types = await eventsOf(() => stripe.paymentIntents.create(order), 3);
    expect(types.toSorted()).toEqual([
      'charge.succeeded',
      'payment_intent.created',
      'payment_intent.succeeded',
    ]);
    expect(standIn.books().webhooks.lost).toBe(1);
  });

  it('can arrive before the answer, or late', async () => {
    standIn.control({ do: 'webhooks', how: 'before_answer' });
    const before = receiver.received.length;
    await create();
    expect(receiver.received.length).toBe(before + 1);
    standIn.control({ do: 'webhooks', how: 'delay', ms: 400 });
    await create();
    expect(receiver.received.length).toBe(before + 1);
    await vi.waitFor(() => expect(receiver.received.length).toBe(before + 2), PATIENCE_MS);
  });

  it('are repeated until acknowledged', async () => {
    const grumpy = await openReceiver((count) => (count < 3 ? 500 : 200));
    const own = await open({ webhook: { url: grumpy.url, secret: SECRET } });
    await own.stripe.customers.create();
    await vi.waitFor(() => expect(own.standIn.books().webhooks.delivered).toBe(1), PATIENCE_MS);
    expect(grumpy.received).toHaveLength(3);
    await own.close();
    await grumpy.close();
  });

  it('report a replaced card', async () => {
    const { id: customer } = await stripe.customers.create();
    const { id } = await stripe.paymentMethods.attach('pm_card_visa', { customer });
    await eventsOf(async () => {
      standIn.control({ do: 'update_card', payment_method: id, last4: '1881', exp_year: 2040 });
    }, 1);
    expect(receiver.types().at(-1)).toBe('payment_method.automatically_updated');
    expect((await stripe.paymentMethods.retrieve(id)).card).toMatchObject({ last4: '1881' });
    standIn.control({ do: 'update_card', payment_method: id, exp_year: 2020 });
    const charge = stripe.paymentIntents.create({
      ...{ ...order, customer, payment_method: id, off_session: true },
    });
    await expect(charge).rejects.toMatchObject({ code: 'expired_card' });
  });
});
