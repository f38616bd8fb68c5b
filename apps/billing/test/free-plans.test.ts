import { eventually } from '@florin/testing';
import { expect, it } from 'vitest';
import { useBilling } from './use-billing.ts';

const { world, openShop } = useBilling();

async function freeShop() {
  world().clock.set('2026-01-01T00:00:00Z');
  const shop = await openShop();
  const free = { id: 'free', name: 'Free', amount: 0, interval: 'month' };
  expect((await shop.post('/v1/plans', free)).status).toBe(201);
  return shop;
}

/** Statuses and amounts of a subscription's invoices, oldest first. */
async function invoicesOf(shop: Awaited<ReturnType<typeof openShop>>, id: string) {
  const { body } = await shop.get(`/v1/invoices?subscription_id=${id}&order=asc`);
  return body.data.map((each: { status: string; amount_due: number }) => [
    each.status,
    each.amount_due,
  ]);
}

it('a free plan runs without a payment method, a charge or dunning', async () => {
  const shop = await freeShop();
  const customer = (await shop.post('/v1/customers', { name: 'Ada' })).body;
  const { status, body } = await shop.post('/v1/subscriptions', {
    ...{ customer_id: customer.id, plan: 'free' },
  });
  expect([status, body.status, body.amount, body.mrr]).toEqual([200, 'active', 0, 0]);
  expect(await invoicesOf(shop, body.id)).toEqual([['paid', 0]]);
  for (const [now, count] of [
    ['2026-02-01T00:00:00Z', 2],
    ['2026-03-01T00:00:00Z', 3],
  ] as const) {
    world().clock.set(now);
    await eventually(async () =>
      expect(await invoicesOf(shop, body.id)).toEqual(Array(count).fill(['paid', 0])),
    );
  }
  const { body: now } = await shop.get(`/v1/subscriptions/${body.id}`);
  expect(now).toMatchObject({ status: 'active', current_period_start: '2026-03-01T00:00:00.000Z' });
});

it('a customer switches from a free plan to a paid one, which is invoiced at once, and back at its end', async () => {
  const shop = await freeShop();
  const customer = (await shop.post('/v1/customers', { name: 'Ada' })).body;
  const { body } = await shop.post('/v1/subscriptions', {
    ...{ customer_id: customer.id, plan: 'free' },
  });
  const path = `/v1/subscriptions/${body.id}`;
  const up = await shop.post(`${path}/update`, { plan: 'pro' });
  expect([up.status, up.body.plan_id, up.body.mrr]).toEqual([200, 'pro_monthly', 2_500]);
  const [, invoice] = await invoicesOf(shop, body.id);
  expect(invoice).toEqual(['open', 2_500]);
  const down = await shop.post(`${path}/update`, { plan: 'free' });
  expect([down.status, down.body.pending_change?.plan_id]).toEqual([200, 'free']);
});
