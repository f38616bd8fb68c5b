import { eventually } from '@florin/testing';
import { expect } from 'vitest';
import { paymentEvent } from './payment-events.ts';
import type { Shop } from './start-billing.ts';
import type { useBilling } from './use-billing.ts';

/** Customers whose card was saved on the page where they paid. */
export function makeCustomers({
  world,
  openShop,
  publish,
}: Pick<ReturnType<typeof useBilling>, 'world' | 'openShop' | 'publish'>) {
  /** Pays the newest payment request on its page and publishes the ledger's event. */
  async function payAtPage(shop: Shop): Promise<void> {
    const request = (await world().peers.paymentRequestsOf(shop.id)).at(-1);
    if (!request) throw new Error('there is no payment request');
    await world().query(
      "update peers.payment_requests set status = 'succeeded' where payment_id = $1",
      [request.payment_id],
    );
    await publish(paymentEvent('payment.succeeded', request, shop));
  }

  /** A customer who paid the first month on its page, which saved the card. */
  async function withSavedCard({ declines = false } = {}) {
    const shop = await openShop();
    const { body: customer } = await shop.post('/v1/customers', {});
    const { body } = await shop.subscribe({ customer_id: customer.id });
    await payAtPage(shop);
    const path = `/v1/subscriptions/${body.id}`;
    const read = async () => (await shop.get(path)).body;
    const latest = async () =>
      (await shop.get(`/v1/invoices/${(await read()).latest_invoice_id}`)).body;
    await eventually(async () => expect((await latest()).status).toBe('paid'));
    await world().peers.saveCard(customer.id, { declines });
    return { shop, customer, path, read, latest };
  }
  return { payAtPage, withSavedCard };
}
