import { beforeEach, expect, it } from 'vitest';
import { useBilling } from './use-billing.ts';

const { world, openShop } = useBilling();
beforeEach(() => world().clock.set('2026-01-01T00:00:00Z'));

const open = (available = 0) => openShop({ available });
const PREVIEW = '/v1/subscriptions/preview';

/** An account that paid for basic, in the middle of its month. */
async function halfway(available = 0) {
  const shop = await open(1_000 + available);
  const { body } = await shop.subscribe();
  world().clock.set('2026-01-16T12:00:00Z');
  const path = `/v1/subscriptions/${body.id}`;
  const preview = (fields: object) => shop.post(PREVIEW, { subscription_id: body.id, ...fields });
  const update = (fields: object, key?: string) =>
    shop.post(`${path}/update`, fields, key === undefined ? {} : { idempotencyKey: key });
  return { shop, id: body.id, path, preview, update };
}

it('shows the price of a change, and the change costs that amount', async () => {
  const { shop, id, path, preview, update } = await halfway(750);
  const { status, body } = await preview({ plan: 'pro' });
  expect({ status, ...body }).toEqual({
    status: 200,
    object: 'preview',
    livemode: false,
    quote_id: expect.stringMatching(/^quo_[0-9a-z]{26}$/),
    subscription_id: id,
    plan: 'pro',
    plan_id: 'pro_monthly',
    price_id: null,
    quantity: 1,
    items: [expect.objectContaining({ plan_id: 'pro_monthly', quantity: 1, amount: 2_500 })],
    amount_due: 750,
    tax: 0,
    taxes: [],
    currency: 'USD',
    lines: [
      expect.objectContaining({ type: 'proration', amount: 1_250, remaining_seconds: 1_339_200 }),
      expect.objectContaining({ type: 'unused_time', amount: -500, period_seconds: 2_678_400 }),
    ],
    effective_at: '2026-01-16T12:00:00.000Z',
    expires_at: '2026-01-16T12:10:00.000Z',
  });
  expect((await shop.get(path)).body.plan_id).toBe('basic_monthly');

  world().clock.set('2026-01-16T12:09:59Z');
  const changed = await update({ quote_id: body.quote_id });
  expect(changed.body).toMatchObject({ plan_id: 'pro_monthly', status: 'active' });
  const { body: invoice } = await shop.get(`/v1/invoices/${changed.body.latest_invoice_id}`);
  expect(invoice.amount_due).toBe(750);
  expect(invoice.lines).toMatchObject(body.lines);
  expect(invoice.lines).toHaveLength(body.lines.length);
  // Works once, because the subscription has changed then.
  expect((await update({ quote_id: body.quote_id })).status).toBe(409);
  expect(await world().peers.balanceOf(shop.id)).toBe(0);
});

it('is invalid after ten minutes, or after the subscription has changed', async () => {
  const { preview, update, path, shop } = await halfway(10_000);
  const { body: late } = await preview({ plan: 'pro' });
  world().clock.set('2026-01-16T12:10:01Z');
  expect((await update({ quote_id: late.quote_id })).body).toMatchObject({
    error: 'conflict',
    message: expect.stringContaining('expired'),
  });
  const { body: outdated } = await preview({ plan: 'pro' });
  await shop.post(`${path}/cancel`, { at_period_end: true });
  expect((await update({ quote_id: outdated.quote_id })).body).toMatchObject({
    error: 'conflict',
    message: expect.stringContaining('has changed since'),
  });
});

it('can be retried after a refusal for insufficient funds', async () => {
  const { shop, preview, update } = await halfway();
  const { body: quote } = await preview({ plan: 'pro' });
  expect((await update({ quote_id: quote.quote_id }, 'k1')).status).toBe(402);
  await world().peers.credit(shop.id, 750);
  const changed = await update({ quote_id: quote.quote_id }, 'k2');
  expect(changed.body).toMatchObject({ plan_id: 'pro_monthly' });
  const again = await update({ quote_id: quote.quote_id }, 'k2');
  expect(again.body).toEqual(changed.body);
  expect(await world().peers.balanceOf(shop.id)).toBe(0);
});

it('is invalid when the credit for its payment is gone', async () => {
  const shop = await open();
  const { body: customer } = await shop.post('/v1/customers', {});
  const fields = { customer_id: customer.id, plan: 'pro', quantity: 100 };
  const { body: first } = await shop.subscribe(fields);
  await shop.post(`/v1/invoices/${first.latest_invoice_id}/mark_paid`, { reference: 'transfer' });
  const { body: other } = await shop.subscribe({ customer_id: customer.id });
  const year = { plan: 'basic_yearly', quantity: 1, effective: 'now' };
  await shop.post(`/v1/subscriptions/${first.id}/update`, year);
  const { body: quote } = await shop.post(PREVIEW, { subscription_id: other.id, plan: 'pro' });
  expect(quote).toMatchObject({ amount_due: 0, lines: [{}, {}, { type: 'credit_applied' }] });
  await shop.subscribe({ customer_id: customer.id, plan: 'business', quantity: 100 });
  const path = `/v1/subscriptions/${other.id}`;
  const refused = await shop.post(`${path}/update`, { quote_id: quote.quote_id });
  expect(refused.status).toBe(409);
  expect((await shop.get(path)).body.plan_id).toBe('basic_monthly');
});

it('shows the price of a new subscription, and creates nothing', async () => {
  const shop = await open();
  const { body: customer } = await shop.post('/v1/customers', { external_id: 'c1' });
  const ask = async (fields: object) => (await shop.post(PREVIEW, { plan: 'pro', ...fields })).body;
  expect(await ask({ customer_id: 'c1', quantity: 3 })).toMatchObject({
    quote_id: null,
    subscription_id: null,
    amount_due: 7_500,
    lines: [{ type: 'period', period_end: '2026-02-01T00:00:00.000Z' }],
    expires_at: null,
  });
  expect(await ask({ customer_id: customer.id, trial_period_days: 14 })).toMatchObject({
    amount_due: 0,
    lines: [],
  });
  expect(await ask({ customer_id: shop.publicId })).toMatchObject({ amount_due: 2_500 });
  expect(await ask({ customer_id: 'unknown' })).toMatchObject({ amount_due: 2_500 });
  expect((await shop.get('/v1/subscriptions')).body.data).toEqual([]);
  expect((await shop.get('/v1/customers')).body.data).toHaveLength(1);
});

it('shows the scheduled change, and is refused if the change would be', async () => {
  const { preview, shop, path } = await halfway(2_500);
  const { body: pro } = await preview({ plan: 'pro' });
  await shop.post(`${path}/update`, { quote_id: pro.quote_id });
  expect((await preview({ plan: 'basic' })).body).toMatchObject({
    amount_due: 0,
    lines: [],
    effective_at: '2026-02-01T00:00:00.000Z',
  });
  await shop.post(`${path}/pause`);
  expect((await preview({ plan: 'business' })).body).toMatchObject({
    amount_due: 0,
    lines: [{ type: 'proration' }, { type: 'unused_time' }],
  });
  await shop.post(`${path}/cancel`);
  expect((await preview({ plan: 'business' })).status).toBe(409);
});

it('accepts only a quote of its own subscription, and no contradicting fields', async () => {
  const one = await halfway(5_000);
  const other = await halfway(5_000);
  const { body: quote } = await one.preview({ plan: 'pro', quantity: 2 });
  const { quote_id } = quote;
  expect((await other.update({ quote_id })).status).toBe(404);
  expect((await one.update({ quote_id: 'quo_1' })).status).toBe(404);
  expect((await one.update({ quote_id, quantity: 3 })).status).toBe(400);
  expect((await one.update({ quote_id, plan: 'business' })).status).toBe(400);
  expect((await one.update({ quote_id, plan: 'pro', quantity: 2 })).status).toBe(200);
});

it.each([
  [{}],
  [{ plan: 'pro' }],
  [{ customer_id: 'c1' }],
  [{ customer_id: 'c1', subscription_id: 'sub_1', plan: 'pro' }],
  [{ subscription_id: 'sub_1' }],
  [{ customer_id: 'c1', plan: 'pro', quantity: 0 }],
  [{ customer_id: 'c1', plan: 'pro', trial_period_days: 731 }],
])('refuses %j', async (fields) => {
  const shop = await open();
  expect((await shop.post(PREVIEW, fields)).status).toBe(400);
});
