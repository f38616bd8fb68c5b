import { eventually } from '@florin/testing';
import { expect, it } from 'vitest';
import { useBilling } from './use-billing.ts';

const { world, openShop } = useBilling();
const zone = { timezone: 'America/Los_Angeles' };

it('T13: is due until the end of the day in the seller’s calendar', async () => {
  world().clock.set('2026-03-01T17:00:00Z');
  const shop = await openShop({ currency: 'USD', ...zone });
  expect((await shop.patch('/v1/seller_profile', zone)).status).toBe(200);
  const { body: customer } = await shop.post('/v1/customers', { email: 'b@example.com' });
  const { body: draft } = await shop.post('/v1/invoices', {
    ...{ customer_id: customer.id, due_days: 0 },
    lines: [{ description: 'Roses', unit_amount: 1_000 }],
  });
  const path = `/v1/invoices/${draft.id}`;
  const { body: sent } = await shop.post(`${path}/send`);
  // Midnight in Los Angeles, before the clock change on 8 March.
  expect(sent).toMatchObject({ status: 'open', due_at: '2026-03-02T07:59:59.999Z' });
  const read = async () => (await shop.get(path)).body;
  world().clock.set('2026-03-02T07:30:00Z');
  expect((await read()).reminder_count).toBe(0);
  world().clock.set('2026-03-02T08:00:00Z');
  await eventually(async () => expect((await read()).reminder_count).toBe(1));
  expect((await read()).failure_reason).toBe('it was due on 2026-03-01 and is not paid');
}, 60_000);

it('T14: ends a trial of 30 days at the same time of day, across a clock change', async () => {
  // 1 March, 23:30 in Los Angeles.
  world().clock.set('2026-03-02T07:30:00Z');
  const shop = await openShop({ currency: 'USD', ...zone });
  await shop.patch('/v1/seller_profile', zone);
  const { body: customer } = await shop.post('/v1/customers', {});
  const trial = { customer_id: customer.id, trial_period_days: 30 };
  const { status, body } = await shop.subscribe(trial);
  expect([status, body.trial_end]).toEqual([200, '2026-04-01T06:30:00.000Z']);
});
