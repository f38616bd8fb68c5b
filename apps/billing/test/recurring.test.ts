import { anonymous } from '@florin/contracts';
import { eventually, fetchService } from '@florin/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { assertBooks } from './books.ts';
import type { Shop } from './start-billing.ts';
import { useBilling } from './use-billing.ts';

const { world, billing, openShop } = useBilling();
beforeEach(() => world().clock.set('2026-01-01T00:00:00Z'));
afterEach(async () => {
  await assertBooks(world());
});

const plans = {
  m30: { amount: 3_000, interval: 'month' },
  m60: { amount: 6_000, interval: 'month' },
  m119: { amount: 11_900, interval: 'month', tax_behavior: 'inclusive' },
} as const;

async function subscribed(plan: keyof typeof plans, profile?: object) {
  const shop = await openShop({ currency: 'EUR' });
  if (profile) expect((await shop.patch('/v1/seller_profile', profile)).status).toBe(200);
  for (const [id, terms] of Object.entries(plans))
    await shop.post('/v1/plans', { id, name: id, currency: 'EUR', ...terms });
  const { body: customer } = await shop.post('/v1/customers', { address: { country: 'DE' } });
  await world().peers.saveCard(customer.id, { declines: false });
  const { body } = await shop.subscribe({ customer_id: customer.id, plan });
  expect(body.status).toBe('active');
  const path = `/v1/subscriptions/${body.id}`;
  const mrr = async (): Promise<number> => (await shop.get(path)).body.mrr;
  return { shop, customer, path, mrr };
}

/** Waits until a subscription has the expected fields. */
async function until(shop: Shop, path: string, fields: object): Promise<void> {
  await eventually(async () => expect((await shop.get(path)).body).toMatchObject(fields));
}

/** Months of the revenue report, from January 2026. */
async function reported(shop: Shop, to: string) {
  const span = { from: '2026-01-01', to, type: 'revenue', format: 'jsonl' };
  const { body } = await shop.post('/v1/exports', span);
  const url = await eventually(async () => {
    const { body: now } = await shop.get(`/v1/exports/${body.id}`);
    expect(now.status).toBe('succeeded');
    return new URL(now.download_url);
  });
  const path = url.pathname + url.search;
  const caller = { caller: anonymous };
  const answer = await fetchService('billing', billing().httpPort, 'GET', path, caller);
  const lines = (await answer.text()).trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Record<string, number>);
}

it('R20: a change of plan changes MRR to the new price, not by its proration', async () => {
  const { shop, path, mrr } = await subscribed('m30');
  world().clock.set('2026-01-16T12:00:00Z');
  await shop.post(`${path}/update`, { plan: 'm60' });
  expect(await mrr()).toBe(6_000);
  world().clock.set('2026-02-01T00:00:00Z');
  await until(shop, path, { current_period_start: '2026-02-01T00:00:00.000Z' });
  const [january, february] = await reported(shop, '2026-02-28');
  expect(january).toMatchObject({ mrr: 6_000, new_mrr: 6_000 });
  expect(february).toMatchObject({ mrr: 6_000, expansion: 0, contraction: 0 });
});

it('R21: a pause suspends MRR without churn, and revenue with it', async () => {
  const { shop, path, mrr } = await subscribed('m30');
  world().clock.set('2026-01-11T00:00:00Z');
  await shop.post(`${path}/pause`, { resumes_at: '2026-03-11T00:00:00Z' });
  expect(await mrr()).toBe(0);
  world().clock.set('2026-03-11T00:00:00Z');
  await until(shop, path, { status: 'active', mrr: 3_000 });
  const months = await reported(shop, '2026-03-31');
  expect(months.map((month) => month.mrr)).toEqual([0, 0, 3_000]);
  expect(months.map((month) => month.churned_mrr)).toEqual([0, 0, 0]);
  expect(months.map((month) => month.paused_mrr)).toEqual([3_000, 0, -3_000]);
  // Ten of 31 days were served in January; the other 21 end on 31 March.
  expect(months.map((month) => month.recognized)).toEqual([968, 0, 2_032]);
  expect(months.map((month) => month.deferred)).toEqual([2_032, 2_032, 0]);
});

it('R22: a one-off invoice has no MRR and adds no customer to it', async () => {
  const shop = await openShop({ currency: 'EUR' });
  const { body: customer } = await shop.post('/v1/customers', { email: 'b@example.com' });
  const lines = [{ description: 'Project, two months', unit_amount: 600_000 }];
  const { body: draft } = await shop.post('/v1/invoices', { customer_id: customer.id, lines });
  await shop.post(`/v1/invoices/${draft.id}/send`);
  const [january] = await reported(shop, '2026-01-31');
  expect(january).toMatchObject({ invoiced: 600_000, mrr: 0, new_mrr: 0, customers: 0 });
});

it('R23: MRR leaves out the tax that a price includes', async () => {
  const germany = {
    ...{ legal_name: 'Blumen GmbH', tax_ids: [{ value: 'DE 136.695.976' }], charges_tax: true },
    address: { line1: 'Weg 1', postal_code: '10178', city: 'Berlin', country: 'DE' },
  };
  const { shop, mrr } = await subscribed('m119', germany);
  expect(await mrr()).toBe(10_000);
  const [january] = await reported(shop, '2026-01-31');
  expect(january).toMatchObject({ invoiced: 10_000, mrr: 10_000, new_mrr: 10_000 });
});

it('unearned revenue of a canceled subscription is earned at its end', async () => {
  const { shop, path } = await subscribed('m30');
  world().clock.set('2026-01-11T00:00:00Z');
  await shop.post(`${path}/cancel`, {});
  const [january] = await reported(shop, '2026-01-31');
  expect(january).toMatchObject({ recognized: 3_000, deferred: 0, mrr: 0, churned_mrr: 0 });
});
