import { newId, toPublicId } from '@florin/contracts';
import { eventually } from '@florin/testing';
import { beforeEach, expect, it } from 'vitest';
import { useBilling } from './use-billing.ts';

const { world, openShop } = useBilling();
beforeEach(() => world().clock.set('2026-01-01T00:00:00Z'));

/** A seller with prices, and a customer whose saved card pays. */
async function seller() {
  const shop = await openShop({ available: 1_000_000 });
  const { body: product } = await shop.post('/v1/products', { name: 'Suite' });
  const price = async (name: string, fields: object) => {
    const given = { product_id: product.id, name, recurring: { interval: 'month' }, ...fields };
    const { status, body } = await shop.post('/v1/prices', given);
    expect(status, JSON.stringify(body)).toBe(201);
    return body;
  };
  const prices = {
    base: await price('Base', { unit_amount: 3_100, lookup_key: `base-${newId()}` }),
    seat: await price('Seat', {
      ...{ billing_scheme: 'tiered', tiers_mode: 'graduated' },
      tiers: [
        { up_to: 5, unit_amount: 700 },
        { up_to: 'inf', unit_amount_decimal: '600.5' },
      ],
    }),
    support: await price('Support', { unit_amount: 6_200 }),
  };
  const { body: customer } = await shop.post('/v1/customers', { external_id: newId() });
  const subscribe = (items: object[], fields: object = {}) =>
    shop.post('/v1/subscriptions', { customer_id: customer.id, items, ...fields });
  const invoiceOf = async (id: string) => (await shop.get(`/v1/invoices/${id}`)).body;
  return { shop, price, ...prices, customer, subscribe, invoiceOf };
}

const briefly = (lines: { type: string; plan: string; quantity: number; amount: number }[]) =>
  lines.map(({ type, plan, quantity, amount }) => [type, plan, quantity, amount]);

it('bills each item on a line of its own, from the first invoice to the renewal', async () => {
  const { shop, base, seat, subscribe, invoiceOf } = await seller();
  const { status, body } = await subscribe([
    { price_id: base.lookup_key },
    { price_id: seat.id, quantity: 7 },
  ]);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body).toMatchObject({
    plan: base.lookup_key,
    price_id: base.id,
    quantity: 1,
    amount: 3_100 + 4_701,
    mrr: 3_100 + 4_701,
    items: [
      { object: 'subscription_item', price_id: base.id, name: 'Base', quantity: 1, amount: 3_100 },
      { object: 'subscription_item', price_id: seat.id, name: 'Seat', quantity: 7, amount: 4_701 },
    ],
  });
  const [, second] = body.items;
  const first = await invoiceOf(body.latest_invoice_id);
  expect(briefly(first.lines)).toEqual([
    ['period', body.plan_id, 1, 3_100],
    ['period', second.plan_id, 7, 4_701],
  ]);
  expect(first.total).toBe(7_801);
  await shop.post(`/v1/invoices/${first.id}/mark_paid`, { reference: 'transfer' });
  world().clock.set('2026-02-01T00:00:00Z');
  const renewed = await eventually(async () => {
    const { body: now } = await shop.get(`/v1/subscriptions/${body.id}`);
    expect(now.latest_invoice_id).not.toBe(first.id);
    return invoiceOf(now.latest_invoice_id);
  });
  expect(briefly(renewed.lines)).toEqual(briefly(first.lines));
});

it('adds, changes and removes items within a period, and leaves the others alone', async () => {
  const { shop, base, seat, support, subscribe, invoiceOf } = await seller();
  const { body } = await subscribe([{ price_id: base.id }]);
  const { body: sent } = await shop.get(`/v1/invoices/${body.latest_invoice_id}`);
  await shop.post(`/v1/invoices/${sent.id}/mark_paid`, { reference: 'transfer' });
  world().clock.set('2026-01-16T12:00:00Z');
  const update = async (fields: object) => {
    const changed = await shop.post(`/v1/subscriptions/${body.id}/update`, fields);
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    return changed.body;
  };
  const items = [{ price_id: base.id }, { price_id: support.id }];
  const { body: preview } = await shop.post('/v1/subscriptions/preview', {
    ...{ subscription_id: body.id, items },
  });
  expect(preview).toMatchObject({ amount_due: 3_100, items: [{}, { price_id: support.id }] });
  const added = await update({ quote_id: preview.quote_id });
  const invoice = await invoiceOf(added.latest_invoice_id);
  const [, { plan_id: supportPlan }] = added.items;
  expect(briefly(invoice.lines)).toEqual([['proration', supportPlan, 1, 3_100]]);
  await shop.post(`/v1/invoices/${invoice.id}/mark_paid`, { reference: 'transfer' });

  // The plan's quantity changes alone; the other item stays.
  const more = await update({ quantity: 2 });
  expect(more.items).toMatchObject([{ quantity: 2 }, { price_id: support.id, quantity: 1 }]);
  const second = await invoiceOf(more.latest_invoice_id);
  expect(
    briefly(second.lines).map(([type, , quantity, amount]) => [type, quantity, amount]),
  ).toEqual([
    ['proration', 2, 3_100],
    ['unused_time', 1, -1_550],
  ]);
  await shop.post(`/v1/invoices/${second.id}/mark_paid`, { reference: 'transfer' });

  // Removing one now returns its unused time as credit.
  const removed = await update({
    items: [
      { price_id: base.id, quantity: 2 },
      { price_id: seat.id, quantity: 1 },
    ],
    effective: 'now',
  });
  const third = await invoiceOf(removed.latest_invoice_id);
  expect(briefly(third.lines).map(([type, , , amount]) => [type, amount])).toEqual([
    ['proration', 350],
    ['unused_time', -3_100],
    ['credit_granted', 2_750],
  ]);
  const { body: explained } = await shop.get(`/v1/explain/${removed.latest_change_id}`);
  expect(explained).toMatchObject({
    amount: 0,
    recomputed_amount: 0,
    change: {
      from: { items: [{ quantity: 2 }, { plan: supportPlan }] },
      to: { items: [{ quantity: 2 }, { quantity: 1, details: [{ tier: 1 }] }] },
    },
  });
  // Lists by price find every item.
  const listed = async (price: { id: string }) =>
    (await shop.get(`/v1/subscriptions?plan=${price.id}`)).body.data.map(
      ({ id }: { id: string }) => id,
    );
  expect(await Promise.all([base, seat, support].map(listed))).toEqual([[body.id], [body.id], []]);
  // A lower price waits for the next period by default.
  const later = await update({ items: [{ price_id: base.id }] });
  expect(later).toMatchObject({ items: [{}, {}], pending_change: { items: [{ quantity: 1 }] } });
});

it('refuses items that do not fit together, with the field', async () => {
  const { shop, price, base, seat, subscribe } = await seller();
  const yearly = await price('Yearly', { unit_amount: 9_900, recurring: { interval: 'year' } });
  const once = await price('Setup', { unit_amount: 9_900, recurring: null });
  const refused = async (items: object[], fields: object = {}) => {
    const { status, body } = await subscribe(items, fields);
    return [status, body.message];
  };
  expect(await refused([{ price_id: base.id }, { price_id: yearly.id }])).toEqual([
    400,
    'items.1.price_id: is billed every year, but the first item every month; all items need one interval',
  ]);
  expect(await refused([{ price_id: base.id }, { price_id: base.lookup_key }])).toEqual([
    400,
    'items.1.price_id: is the same price as items.0; raise its quantity instead',
  ]);
  expect((await refused([{ price_id: base.id }, { price_id: 'none' }]))[0]).toBe(404);
  const [, ofOnce] = await refused([{ price_id: base.id }, { price_id: once.id }]);
  expect(ofOnce).toMatch(/^items\.1\.price_id: price_\S+ is a one-time price/v);
  expect(await refused([])).toEqual([
    400,
    'items: must have at least one item; cancel the subscription to end it',
  ]);
  expect(await refused([{ price_id: base.id }], { plan: 'pro' })).toEqual([
    400,
    'items: cannot be combined with plan or quantity; send the plan as the first item',
  ]);
  expect((await refused([{ price_id: seat.id, quantity: 0 }]))[1]).toMatch(
    /^items\.0\.quantity: /v,
  );
  const many = Array.from({ length: 21 }, (_, index) => ({ price_id: `p${index}` }));
  expect(await refused(many)).toEqual([400, 'items: must have at most 20 items']);
  const { body: none } = await shop.post('/v1/subscriptions', { customer_id: 'c1' });
  expect(none.message).toBe('plan: is required, unless items are given');

  const { body } = await subscribe([{ price_id: base.id }, { price_id: seat.id }]);
  expect(await shop.post(`/v1/subscriptions/${body.id}/update`, { plan: seat.id })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('is the same price as items.0') },
  });
  expect(
    await shop.post(`/v1/subscriptions/${body.id}/update`, { plan: 'pro_yearly' }),
  ).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('all items need one interval') },
  });
  // A sold price cannot be deleted, as an item either.
  expect((await shop.call('DELETE', `/v1/prices/${seat.id}`)).status).toBe(409);
});

it('lets an account buy several starter plans of the platform', async () => {
  const shop = await openShop({ available: 10_000 });
  const account = toPublicId('account', shop.id);
  const items = [{ price_id: 'basic' }, { price_id: 'pro', quantity: 2 }];
  const { status, body } = await shop.post('/v1/subscriptions', { customer_id: account, items });
  expect([status, body.status, body.amount]).toEqual([200, 'active', 6_000]);
  expect(body.items).toMatchObject([
    { price_id: null },
    { price_id: null, plan_id: 'pro_monthly' },
  ]);
  expect(await world().peers.balanceOf(shop.id)).toBe(4_000);
});
