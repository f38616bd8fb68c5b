import { eventually } from '@florin/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { paymentEvent } from './payment-events.ts';
import type { Shop } from './start-billing.ts';
import { useBilling } from './use-billing.ts';

const { world, openShop, publish } = useBilling({ withNats: true });
beforeEach(() => world().clock.set('2026-01-01T00:00:00Z'));

const consentsOf = async (shop: Shop) =>
  (await world().peers.paymentRequestsOf(shop.id)).map(({ consent }) => consent);

/** The newest payment request can no longer be paid. */
async function cancelRequest(shop: Shop): Promise<void> {
  const request = (await world().peers.paymentRequestsOf(shop.id)).at(-1);
  if (!request) throw new Error('no payment was requested');
  await world().query(
    "update peers.payment_requests set status = 'canceled' where payment_id = $1",
    [request.payment_id],
  );
  await publish(paymentEvent('payment.canceled', request, shop));
}

describe('terms that a customer accepts', () => {
  it('contain the full price of the plan, and its interval', async () => {
    const shop = await openShop();
    await shop.subscribe({ customer_id: 'c1', quantity: 3 });
    await shop.subscribe({ customer_id: 'c2', plan: 'pro_yearly' });
    expect(await consentsOf(shop)).toEqual([
      { interval: 'month', intervalCount: 1, amount: '3000', cancelAddress: '' },
      { interval: 'year', intervalCount: 1, amount: '25000', cancelAddress: '' },
    ]);
  });

  it('say where the seller’s customers cancel, once the seller has set it', async () => {
    const shop = await openShop();
    const settings = await shop.patch('/v1/billing_settings', {
      cancel_address: 'Bye@Ada.example',
    });
    expect(settings.body).toMatchObject({
      unknown_customers: 'create',
      cancel_address: 'bye@ada.example',
    });
    await shop.subscribe({ customer_id: 'c1' });
    expect(await shop.patch('/v1/billing_settings', { unknown_customers: 'refuse' })).toMatchObject(
      {
        body: { cancel_address: 'bye@ada.example' },
      },
    );
    const none = await shop.patch('/v1/billing_settings', { cancel_address: null });
    expect(none.body).toMatchObject({ unknown_customers: 'refuse', cancel_address: null });
    await shop.subscribe({ customer_id: 'c1' });
    expect(await consentsOf(shop)).toMatchObject([
      { cancelAddress: 'bye@ada.example' },
      { cancelAddress: '' },
    ]);
  });

  it('stay the same at the next link of an invoice, until its subscription ends', async () => {
    const shop = await openShop();
    const { body } = await shop.subscribe({ customer_id: 'c1' });
    const newLink = async () => {
      await cancelRequest(shop);
      await eventually(async () => {
        const link = await shop.post(`/v1/invoices/${body.latest_invoice_id}/payment_link`);
        expect(link.status).toBe(200);
      });
      return (await consentsOf(shop)).at(-1);
    };
    const monthly = { interval: 'month', intervalCount: 1, amount: '1000', cancelAddress: '' };
    expect(await newLink()).toEqual(monthly);
    const canceled = await shop.post(`/v1/subscriptions/${body.id}/cancel`, {
      at_period_end: true,
    });
    expect(canceled.status).toBe(200);
    expect(await newLink()).toBeNull();
  });

  it('do not exist for an ended subscription, for which no card is saved', async () => {
    const shop = await openShop();
    const { body } = await shop.subscribe({ customer_id: 'c1' });
    const read = async () => (await shop.get(`/v1/subscriptions/${body.id}`)).body;
    for (const day of ['05', '06', '08', '10', '12']) {
      world().clock.set(`2026-01-${day}T00:00:00Z`);
      await eventually(async () => {
        const { status, next_reminder: next } = await read();
        expect(status === 'canceled' || Date.parse(next ?? '') > world().clock.now()).toBe(true);
      });
    }
    expect((await read()).status).toBe('canceled');
    await cancelRequest(shop);
    await eventually(async () => {
      const link = await shop.post(`/v1/invoices/${body.latest_invoice_id}/payment_link`);
      expect(link.status).toBe(200);
    });
    const requests = await world().query(
      'select saves_for from peers.payment_requests where account_id = $1 order by payment_id',
      [shop.id],
    );
    expect(requests).toEqual([{ saves_for: expect.stringMatching(/^cus_/) }, { saves_for: '' }]);
    expect((await consentsOf(shop)).at(-1)).toBeNull();
  });
});
