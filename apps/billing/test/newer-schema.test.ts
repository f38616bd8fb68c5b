import { newId } from '@florin/contracts';
import { type Answer, eventually, widenSchema } from '@florin/testing';
import { expect, it } from 'vitest';
import { paymentEvent } from './payment-events.ts';
import { type Billing, openShop, type Shop, startBilling } from './start-billing.ts';
import { useBilling } from './use-billing.ts';

const { world, billing, publish } = useBilling({ now: '2026-01-01T00:00:00Z', withNats: true });

/** Reads and writes every table through routes, an event and the clock. */
async function live(at: Billing): Promise<void> {
  const shop = await openShop(world(), () => at, { available: 500_000 });
  const own = { id: 'own', name: 'Own', amount: 100, interval: 'month' };
  const plan = await shop.post('/v1/plans', own);
  const customer = await shop.post('/v1/customers', { external_id: newId() });
  const bought = await shop.subscribe({}, { idempotencyKey: shop.id });
  const sold = await shop.subscribe({ customer_id: customer.body.id, plan: plan.body.id });
  const large = await shop.subscribe({ plan: 'pro', quantity: 100 });
  const one = `/v1/subscriptions/${bought.body.id}`;
  const customerPath = `/v1/customers/${customer.body.id}`;
  const preview = { subscription_id: bought.body.id, plan: 'pro' };
  const quote = await shop.post('/v1/subscriptions/preview', preview);
  const invoice = await shop.get(`/v1/invoices/${bought.body.latest_invoice_id}`);
  const coupon = await shop.post('/v1/coupons', { percent_off: 20, duration: 'once' });
  const code = await shop.post('/v1/promotion_codes', { coupon_id: coupon.body.id });
  const draft = await shop.post('/v1/invoices', {
    ...{ customer_id: customer.body.id, discounts: [{ promotion_code: code.body.code }] },
  });
  expectDone([
    ...[coupon, code, draft],
    plan,
    customer,
    bought,
    await shop.subscribe({}, { idempotencyKey: shop.id }),
    sold,
    quote,
    await shop.post(`${one}/update`, { quote_id: quote.body.quote_id }),
    // Leaves credit, which pays the next one.
    await shop.post(`/v1/subscriptions/${large.body.id}/update`, {
      plan: 'basic_yearly',
      quantity: 1,
    }),
    await shop.subscribe({ plan: 'business' }),
    await shop.get(`/v1/customers/${shop.publicId}/credits`),
    await shop.post(`${customerPath}/credits`, {
      ...{ amount: 100, reason: 'Trial', expires_at: '2999-01-01' },
    }),
    await shop.patch(customerPath, { name: 'Grace' }),
    await shop.get(customerPath),
    await shop.get('/v1/plans?limit=1'),
    await shop.get('/v1/customers?limit=1'),
    await shop.get(`/v1/subscriptions?customer_id=${customer.body.external_id}`),
    await shop.get(`/v1/invoices?customer_id=${customer.body.id}`),
    invoice,
    await shop.get(`/v1/explain/${invoice.body.lines[0].id}`),
    await shop.post(`${one}/pause`),
    await shop.post(`${one}/resume`),
    await shop.post(`${one}/cancel`),
  ]);
  await payByEvent(shop, sold.body.latest_invoice_id);
  expectDone(await liveByClock(shop));
  const context = { requestId: 'req_test', timeoutMs: 60_000 };
  const accountId = newId();
  await at.gates.closeGate({ accountId }, context);
  await at.gates.endSubscriptions({ accountId }, context);
}

function expectDone(answers: readonly Answer[]): void {
  expect(answers.filter(({ status }) => status >= 300)).toEqual([]);
}

async function payByEvent(shop: Shop, invoiceId: string): Promise<void> {
  const [request] = await world().peers.paymentRequestsOf(shop.id);
  if (!request) throw new Error('no payment was requested');
  await publish(paymentEvent('payment.succeeded', request, shop));
  await eventually(async () =>
    expect((await shop.get(`/v1/invoices/${invoiceId}`)).body.status).toBe('paid'),
  );
}

/** A month with a test clock: its first invoice is void and its second one sent. */
async function liveByClock(shop: Shop) {
  const clock = await shop.post('/v1/test_clocks', { frozen_time: '2024-01-31T00:00:00Z' });
  const { body } = await shop.subscribe({ customer_id: newId(), test_clock_id: clock.body.id });
  const next = { frozen_time: '2024-03-01T00:00:00Z' };
  return [
    clock,
    await shop.post(`/v1/invoices/${body.latest_invoice_id}/void`, { subscription_action: 'keep' }),
    await shop.post(`/v1/test_clocks/${clock.body.id}/advance`, next),
    await shop.get('/v1/test_clocks'),
  ];
}

it('keeps running while a newer version migrates its tables, and starts on them', async () => {
  await live(billing());
  await world().query(widenSchema('billing'));
  await live(billing());
  const another = await startBilling(world());
  await live(another);
  await another.stop();
  for (const { logLines } of [billing(), another])
    expect(logLines.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
});
