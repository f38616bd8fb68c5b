import { beforeEach, describe, expect, it } from 'vitest';
import { useBilling } from './use-billing.ts';

const { world, openShop } = useBilling();
const STARTS = '2024-08-01T09:00:00Z';
beforeEach(() => world().clock.set(STARTS));

type Shop = Awaited<ReturnType<typeof openShop>>;
interface Tax {
  readonly country: string;
  readonly percentage: string;
  readonly taxable_amount: number;
  readonly amount: number;
}

/** A shop in euros, with a plan of 120.00 a year. */
async function openSeller(profile: object): Promise<Shop> {
  const shop = await openShop({ currency: 'EUR', timezone: 'UTC' });
  const { status } = await shop.patch('/v1/seller_profile', { legal_name: 'Shop', ...profile });
  expect(status).toBe(200);
  const plan = { id: 'year', name: 'Year', amount: 12_000, interval: 'year' };
  expect((await shop.post('/v1/plans', plan)).status).toBe(201);
  return shop;
}

/** A subscription whose first invoice is paid. */
async function subscribe(shop: Shop, address: object) {
  const { body: customer } = await shop.post('/v1/customers', { address });
  const { body } = await shop.subscribe({ customer_id: customer.id, plan: 'year' });
  await shop.post(`/v1/invoices/${body.latest_invoice_id}/mark_paid`);
  return { id: body.id, customerId: customer.id };
}

/** Changes the quantity; returns the invoice and the preview before it. */
async function change(shop: Shop, subscription: string, quantity: number) {
  const { body: preview } = await shop.post('/v1/subscriptions/preview', {
    subscription_id: subscription,
    quantity,
  });
  const { body } = await shop.post(`/v1/subscriptions/${subscription}/update`, { quantity });
  const { body: invoice } = await shop.get(`/v1/invoices/${body.latest_invoice_id}`);
  const taxes = (invoice.taxes as Tax[]).map((tax) => [
    `${tax.country} ${tax.percentage} %`,
    tax.taxable_amount,
    tax.amount,
  ]);
  return { preview, invoice, taxes };
}

describe('unused time', () => {
  it('T1: has the rate of the supply that it reduces', async () => {
    const shop = await openSeller({ address: { country: 'FI' }, charges_tax: true });
    const { id } = await subscribe(shop, { country: 'FI' });
    world().clock.set('2024-10-01T09:00:00Z');
    const { preview, invoice, taxes } = await change(shop, id, 2);
    expect(taxes).toEqual([
      ['FI 25.5 %', 19_989, 5_097],
      ['FI 24 %', -9_995, -2_399],
    ]);
    expect(invoice.tax).toBe(2_698);
    expect([preview.tax, preview.amount_due]).toEqual([invoice.tax, invoice.amount_due]);
    const { body: explained } = await shop.get(`/v1/explain/${invoice.change_id}`);
    expect(explained.recomputed_amount).toBe(invoice.amount_due);
  });

  it('is bought again by each change: the next change credits it at the last rate', async () => {
    const shop = await openSeller({ address: { country: 'FI' }, charges_tax: true });
    const { id } = await subscribe(shop, { country: 'FI' });
    world().clock.set('2024-10-01T09:00:00Z');
    const first = await change(shop, id, 2);
    await shop.post(`/v1/invoices/${first.invoice.id}/mark_paid`);
    world().clock.set('2024-11-01T09:00:00Z');
    const { taxes } = await change(shop, id, 3);
    expect(taxes.map(([rate]) => rate)).toEqual(['FI 25.5 %']);
  });

  it('T2: is taxed in the country of its supply, even if the customer has moved', async () => {
    const shop = await openSeller({
      address: { country: 'DE' },
      charges_tax: true,
      uses_oss: true,
    });
    const { id, customerId } = await subscribe(shop, { country: 'DE' });
    await shop.patch(`/v1/customers/${customerId}`, { address: { country: 'AT' } });
    world().clock.set('2025-02-01T09:00:00Z');
    const { preview, invoice, taxes } = await change(shop, id, 2);
    expect(taxes.map(([rate]) => rate)).toEqual(['AT 20 %', 'DE 19 %']);
    expect(preview.tax).toBe(invoice.tax);
  });

  it('returns no tax if it had none, even if its seller charges tax by now', async () => {
    const shop = await openSeller({ address: { country: 'DE' }, charges_tax: false });
    const { id } = await subscribe(shop, { country: 'DE' });
    await shop.patch('/v1/seller_profile', { charges_tax: true });
    world().clock.set('2025-02-01T09:00:00Z');
    const { taxes } = await change(shop, id, 1 + 1);
    expect(taxes.filter(([, , amount]) => Number(amount) < 0)).toEqual([]);
  });
});
