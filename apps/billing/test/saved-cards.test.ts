import { newId, toPublicId } from '@florin/contracts';
import { eventually } from '@florin/testing';
import { beforeEach, expect, it } from 'vitest';
import { makeCustomers } from './customers-with-cards.ts';
import type { Shop } from './start-billing.ts';
import { useBilling } from './use-billing.ts';

const billing = useBilling({ withNats: true });
const { world, openShop } = billing;
const { payAtPage, withSavedCard } = makeCustomers(billing);
beforeEach(() => world().clock.set('2026-01-01T00:00:00Z'));

const statusesOf = async (shop: Shop) =>
  (await world().peers.paymentRequestsOf(shop.id)).map(({ status }) => status);

it('pays the next month automatically, and an upgrade at once', async () => {
  const { shop, path, read, latest } = await withSavedCard();
  world().clock.set('2026-02-01T00:00:00Z');
  await eventually(async () =>
    expect((await read()).current_period_start).toBe('2026-02-01T00:00:00.000Z'),
  );
  expect(await latest()).toMatchObject({
    status: 'paid',
    payment_url: null,
    transaction_id: expect.stringMatching(/^txn_/),
  });
  const upgraded = await shop.post(`${path}/update`, { plan: 'pro' });
  expect(upgraded.body).toMatchObject({ status: 'active', plan_id: 'pro_monthly' });
  expect(await latest()).toMatchObject({ status: 'paid', amount_due: 1_500 });
  expect(await statusesOf(shop)).toEqual(['succeeded', 'succeeded', 'succeeded']);
});

it('gives 402 for an upgrade if it declines, and sends no payment request', async () => {
  const { shop, path, read } = await withSavedCard({ declines: true });
  const before = await read();
  const refused = await shop.post(`${path}/update`, { plan: 'pro' });
  expect([refused.status, refused.body.error]).toEqual([402, 'card_declined']);
  expect(refused.body.decline_code).toBe('insufficient_funds');
  expect(refused.body.message).toMatch(/declined.*Nothing has changed/);
  expect(await read()).toEqual(before);
  expect(await statusesOf(shop)).toEqual(['succeeded', 'canceled']);
});

it('makes a renewal past due if it declines, payable on its page', async () => {
  const { shop, read, latest } = await withSavedCard({ declines: true });
  world().clock.set('2026-02-01T00:00:00Z');
  await eventually(async () => expect((await read()).status).toBe('past_due'));
  expect(await read()).toMatchObject({
    attempt_count: 1,
    next_payment_attempt: '2026-02-02T00:00:00.000Z',
  });
  expect(await latest()).toMatchObject({
    ...{ status: 'open', failure_reason: 'The card was declined.' },
    decline_code: 'insufficient_funds',
    payment_url: expect.stringContaining('/pay/'),
  });
  const [published] = await world().query(
    `select body::json->'data'->'object'->>'decline_code' as code from billing.outgoing_events
      where body::json->>'type' = 'invoice.payment_failed' and body like $1`,
    [`%${shop.publicId}%`],
  );
  expect(published).toEqual({ code: 'insufficient_funds' });
  await payAtPage(shop);
  await eventually(async () => expect((await read()).status).toBe('active'));
  expect(await read()).toMatchObject({ current_period_start: '2026-02-01T00:00:00.000Z' });
  expect(await latest()).toMatchObject({ status: 'paid', decline_code: null });
});

it('is retried, and the subscription ends if it never pays', async () => {
  const { shop, customer, read, latest } = await withSavedCard({ declines: true });
  world().clock.set('2026-02-01T00:00:00Z');
  await eventually(async () => expect((await read()).attempt_count).toBe(1));
  await world().peers.saveCard(customer.id, { declines: false });
  world().clock.set('2026-02-02T00:00:00Z');
  await eventually(async () => expect((await read()).status).toBe('active'));
  expect((await latest()).status).toBe('paid');

  await world().peers.saveCard(customer.id, { declines: true });
  for (const day of ['01', '02', '04', '06', '08']) {
    world().clock.set(`2026-03-${day}T00:00:00Z`);
    await eventually(async () => {
      const { status, next_payment_attempt: next } = await read();
      expect(status === 'canceled' || Date.parse(next ?? '') > world().clock.now()).toBe(true);
    });
  }
  expect(await read()).toMatchObject({ status: 'canceled', cancellation_reason: 'payment_failed' });
  expect((await latest()).status).toBe('uncollectible');
  await eventually(async () =>
    expect(await statusesOf(shop)).toEqual(['succeeded', 'succeeded', 'canceled']),
  );
});

it('is charged for a new subscription of the same customer too', async () => {
  const { shop, customer } = await withSavedCard();
  const { body } = await shop.subscribe({ customer_id: customer.id, plan: 'business' });
  expect(body.status).toBe('active');
  const { body: invoice } = await shop.get(`/v1/invoices/${body.latest_invoice_id}`);
  expect(invoice).toMatchObject({ status: 'paid', amount_paid: 9_900 });
});

it('uses the payment method chosen for the subscription', async () => {
  const { shop, customer, path, read } = await withSavedCard();
  const choose = (payment_method_id: unknown) =>
    shop.post(`${path}/payment_method`, { payment_method_id });
  const method = toPublicId('paymentMethod', await world().peers.methodOf(customer.id));
  expect((await read()).payment_method_id).toBeNull();
  expect((await choose(method)).body).toMatchObject({ payment_method_id: method });
  const updatedAt = (await read()).updated_at;
  world().clock.set('2026-01-02T00:00:00Z');
  // Choosing the same method again changes nothing.
  expect((await choose(method)).body).toMatchObject({ updated_at: updatedAt });
  for (const other of [toPublicId('paymentMethod', newId()), 'pm_1', customer.id, 7]) {
    const refused = await choose(other);
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_request']);
  }
  expect((await read()).payment_method_id).toBe(method);
  expect((await choose(null)).body.payment_method_id).toBeNull();
  await shop.post(`${path}/cancel`, {});
  const ended = await choose(method);
  expect([ended.status, ended.body.error]).toEqual([409, 'conflict']);
});

it('names no payment method if an account’s balance pays', async () => {
  const shop = await openShop({ available: 10_000 });
  const { body } = await shop.subscribe({ customer_id: shop.publicId });
  const refused = await shop.post(`/v1/subscriptions/${body.id}/payment_method`, {
    payment_method_id: toPublicId('paymentMethod', newId()),
  });
  expect([refused.status, refused.body.error]).toEqual([400, 'invalid_request']);
  expect(refused.body.message).toContain('the balance of an account pays');
});
