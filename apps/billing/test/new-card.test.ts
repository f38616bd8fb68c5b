import { newId, toPublicId } from '@florin/contracts';
import { eventually } from '@florin/testing';
import { beforeEach, expect, it } from 'vitest';
import { makeCustomers } from './customers-with-cards.ts';
import { paymentEvent } from './payment-events.ts';
import type { Shop } from './start-billing.ts';
import { useBilling } from './use-billing.ts';

const billing = useBilling({ withNats: true, processes: 2 });
const { world, publish } = billing;
const { withSavedCard } = makeCustomers(billing);
beforeEach(() => world().clock.set('2026-01-01T00:00:00Z'));

/** The event of a card that a customer saved or made the default. */
function methodEvent(
  shop: Shop,
  customer: { readonly id: string },
  { type = 'payment_method.created', id = newId(), isDefault = true, previous = {} } = {},
) {
  const object = {
    id: toPublicId('paymentMethod', id),
    customer_id: customer.id,
    is_default: isDefault,
  };
  return {
    ...{ id: newId(), type, created_at: new Date(world().clock.now()).toISOString() },
    ...{ account_id: shop.id, aggregate_id: id, aggregate_sequence: 1 },
    data: type === 'payment_method.created' ? { object } : { object, previous },
    request: { id: null, idempotency_key: null },
  };
}

/** A renewal on 1 February that the saved card declined; retried in 30 days. */
async function pastDue() {
  const customer = await withSavedCard({ declines: true });
  await customer.shop.patch('/v1/billing_settings', { dunning_days: [30] });
  world().clock.set('2026-02-01T00:00:00Z');
  await eventually(async () => expect((await customer.read()).status).toBe('past_due'));
  expect(await customer.read()).toMatchObject({
    attempt_count: 1,
    next_payment_attempt: '2026-03-03T00:00:00.000Z',
  });
  return customer;
}

it('is charged at once for past due amounts', async () => {
  const { shop, customer, read, latest } = await pastDue();
  world().clock.set('2026-02-03T10:00:00Z');
  await world().peers.saveCard(customer.id, { declines: false });
  await publish(methodEvent(shop, customer));
  await eventually(async () => expect((await read()).status).toBe('active'));
  expect(await read()).toMatchObject({
    current_period_start: '2026-02-01T00:00:00.000Z',
    attempt_count: 0,
    next_payment_attempt: null,
  });
  expect(await latest()).toMatchObject({ status: 'paid', attempt_count: 2 });
  expect(await world().peers.paymentRequestsOf(shop.id)).toHaveLength(2);
});

it('counts as an attempt if it declines, and keeps the day of the next one', async () => {
  const { shop, customer, read, latest } = await pastDue();
  world().clock.set('2026-02-03T10:00:00Z');
  const event = methodEvent(shop, customer);
  await publish(event);
  await eventually(async () => expect((await read()).attempt_count).toBe(2));
  expect(await read()).toMatchObject({ next_payment_attempt: '2026-03-03T00:00:00.000Z' });
  expect(await latest()).toMatchObject({ status: 'open', attempt_count: 2 });
  // The same event again, another one of the same card, and fifty cards in a minute.
  await publish(event);
  await publish(methodEvent(shop, customer, { id: event.aggregate_id }));
  for (let card = 0; card < 50; card += 1) await publish(methodEvent(shop, customer));
  await eventually(async () =>
    expect((await read()).next_payment_attempt).toBe('2026-02-03T11:00:00.000Z'),
  );
  expect((await read()).attempt_count).toBe(2);
  await world().peers.saveCard(customer.id, { declines: false });
  world().clock.set('2026-02-03T11:00:00Z');
  await eventually(async () => expect((await read()).status).toBe('active'));
});

it('is charged at once when its dispute ends', async () => {
  const { shop, customer, read } = await pastDue();
  world().clock.set('2026-02-03T10:00:00Z');
  const type = 'payment_method.updated';
  await publish(methodEvent(shop, customer, { type, previous: { disputed: false } }));
  await world().peers.saveCard(customer.id, { declines: false });
  await publish(methodEvent(shop, customer, { type, previous: { disputed: true } }));
  await eventually(async () => expect((await read()).status).toBe('active'));
  expect((await read()).attempt_count).toBe(0);
});

it('is charged at once when the customer makes it the default, or chooses it', async () => {
  const { shop, customer, path, read } = await pastDue();
  world().clock.set('2026-02-03T10:00:00Z');
  const type = 'payment_method.updated';
  // No longer the default, and a changed name on a card: neither causes a charge.
  await publish(
    methodEvent(shop, customer, { type, isDefault: false, previous: { is_default: true } }),
  );
  await publish(methodEvent(shop, customer, { type, previous: { updated_at: '2026' } }));
  await publish(methodEvent(shop, customer, { type, previous: { is_default: false } }));
  await eventually(async () => expect((await read()).attempt_count).toBe(2));
  world().clock.set('2026-02-04T10:00:00Z');
  await world().peers.saveCard(customer.id, { declines: false });
  const payment_method_id = toPublicId('paymentMethod', await world().peers.methodOf(customer.id));
  const chosen = await shop.post(`${path}/payment_method`, { payment_method_id });
  expect(chosen.body).toMatchObject({ next_payment_attempt: '2026-02-04T10:00:00.000Z' });
  await eventually(async () => expect((await read()).status).toBe('active'));
});

it('uses another payment request if five declines have ended the last', async () => {
  const { shop, customer, read, latest } = await pastDue();
  const [, failed] = await world().peers.paymentRequestsOf(shop.id);
  if (!failed) throw new Error('nothing was requested for the renewal');
  await world().query("update peers.payment_requests set status = 'failed' where payment_id = $1", [
    failed.payment_id,
  ]);
  await publish(paymentEvent('payment.failed', failed, shop));
  await eventually(async () => expect((await latest()).payment_url).toBeNull());
  world().clock.set('2026-02-03T10:00:00Z');
  await world().peers.saveCard(customer.id, { declines: false });
  await publish(methodEvent(shop, customer));
  await eventually(async () => expect((await read()).status).toBe('active'));
  expect((await latest()).status).toBe('paid');
  const requests = await world().peers.paymentRequestsOf(shop.id);
  expect(requests.map(({ status }) => status)).toEqual(['succeeded', 'failed', 'succeeded']);
});

it('is charged next if it is saved during the charge of a renewal', async () => {
  const { shop, customer, read } = await withSavedCard({ declines: true });
  const { faults } = world().peers;
  const held = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  faults.onCall = async () => {
    reached.resolve();
    await held.promise;
  };
  world().clock.set('2026-02-01T00:00:00Z');
  await reached.promise;
  await publish(methodEvent(shop, customer));
  const noted = `select from billing.subscription_history where type = 'early_attempt_planned'
    and subscription_id in (select id from billing.subscriptions where seller_id = $1)`;
  await eventually(async () => expect(await world().query(noted, [shop.id])).toHaveLength(1));
  faults.onCall = async () => {};
  held.resolve();
  await eventually(async () => expect((await read()).attempt_count).toBe(2));
});
