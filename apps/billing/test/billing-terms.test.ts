import { newId } from '@florin/contracts';
import { eventually } from '@florin/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeCustomers } from './customers-with-cards.ts';
import type { Shop } from './start-billing.ts';
import { useBilling } from './use-billing.ts';

const stage = useBilling({ withNats: true });
const { world, openShop } = stage;
const { payAtPage, withSavedCard } = makeCustomers(stage);
beforeEach(() => world().clock.set('2026-01-01T12:00:00Z'));

const inherits = { days_until_due: null, collection_method: null };

async function customerOf(shop: Shop, terms: object) {
  const { status, body } = await shop.post('/v1/customers', { email: 'b@example.com', ...terms });
  expect(status).toBe(201);
  return body;
}

/** The invoice of a new subscription. */
async function firstInvoice(shop: Shop, fields: object) {
  const { body } = await shop.subscribe(fields);
  const { body: invoice } = await shop.get(`/v1/invoices/${body.latest_invoice_id}`);
  return { subscription: body, invoice };
}

describe('days until an invoice is due', () => {
  it('are those of the subscription, or else of its customer, or else 3', async () => {
    const shop = await openShop();
    const customer = await customerOf(shop, { days_until_due: 30 });
    expect(customer).toMatchObject({ days_until_due: 30, collection_method: null });
    const inherited = await firstInvoice(shop, { customer_id: customer.id });
    expect(inherited.subscription).toMatchObject(inherits);
    expect(inherited.invoice.due_at).toMatch(/^2026-01-31T/);
    const own = await firstInvoice(shop, { customer_id: customer.id, days_until_due: 45 });
    expect(own.subscription).toMatchObject({ days_until_due: 45 });
    expect(own.invoice.due_at).toMatch(/^2026-02-15T/);
    await shop.patch(`/v1/customers/${customer.id}`, { days_until_due: null });
    const usual = await firstInvoice(shop, { customer_id: customer.id });
    expect(usual.invoice.due_at).toMatch(/^2026-01-04T/);
    const atOnce = await firstInvoice(shop, { customer_id: customer.id, days_until_due: 0 });
    expect(atOnce.invoice.due_at).toMatch(/^2026-01-01T/);
  });

  it('keep a subscription active until then, and past due from then on', async () => {
    const shop = await openShop();
    const customer = await customerOf(shop, { days_until_due: 10 });
    const { subscription } = await firstInvoice(shop, { customer_id: customer.id });
    const read = async () => (await shop.get(`/v1/subscriptions/${subscription.id}`)).body;
    world().clock.set('2026-01-11T12:00:00Z');
    expect((await read()).status).toBe('active');
    world().clock.set('2026-01-12T12:00:00Z');
    await eventually(async () => expect((await read()).status).toBe('past_due'));
  });

  it('apply to the next invoice after a change of the subscription', async () => {
    const shop = await openShop();
    const { subscription, invoice } = await firstInvoice(shop, { customer_id: 'c1' });
    const path = `/v1/subscriptions/${subscription.id}`;
    const changed = await shop.patch(path, { days_until_due: 60, metadata: { a: '1' } });
    expect(changed.body).toMatchObject({ days_until_due: 60, metadata: { a: '1' } });
    expect((await shop.patch(path, {})).body).toMatchObject({ days_until_due: 60 });
    await shop.post(`/v1/invoices/${invoice.id}/mark_paid`);
    world().clock.set('2026-02-01T12:00:00Z');
    const latest = async () => (await shop.get(path)).body.latest_invoice_id;
    await eventually(async () => expect(await latest()).not.toBe(invoice.id));
    const { body: next } = await shop.get(`/v1/invoices/${await latest()}`);
    expect(next.due_at).toMatch(/^2026-04-02T/);
    expect((await shop.patch(path, { days_until_due: null })).body).toMatchObject(inherits);
  });

  it('are also those of one-off invoices, unless they have their own', async () => {
    const shop = await openShop();
    const customer = await customerOf(shop, { days_until_due: 30 });
    const lines = [{ description: 'Roses', unit_amount: 500 }];
    const write = async (fields: object) => {
      const body = { customer_id: customer.id, lines, ...fields };
      const { body: draft } = await shop.post('/v1/invoices', body);
      return (await shop.post(`/v1/invoices/${draft.id}/finalize`)).body.due_at;
    };
    expect(await write({})).toMatch(/^2026-01-31T/);
    expect(await write({ due_days: 5 })).toMatch(/^2026-01-06T/);
  });

  it.each([
    [{ days_until_due: 366 }],
    [{ days_until_due: -1 }],
    [{ days_until_due: 1.5 }],
    [{ collection_method: 'later' }],
  ])('are refused as %j', async (terms) => {
    const shop = await openShop();
    expect((await shop.post('/v1/customers', terms)).status).toBe(400);
    expect((await shop.subscribe({ customer_id: 'c1', ...terms })).status).toBe(400);
  });

  it('are refused where an account pays', async () => {
    const shop = await openShop({ available: 10_000 });
    const refused = await shop.subscribe({ days_until_due: 30 });
    expect(refused.body.message).toMatch(/^days_until_due: the balance of an account/);
    const { body } = await shop.subscribe({ po_number: 'PO-1' });
    expect(body.po_number).toBe('PO-1');
  });
});

describe('the collection method', () => {
  it('send_invoice asks on a page, even with a saved card', async () => {
    const { shop, customer, path, read, latest } = await withSavedCard();
    await shop.patch(`/v1/customers/${customer.id}`, { collection_method: 'send_invoice' });
    world().clock.set('2026-02-01T12:00:00Z');
    await eventually(async () =>
      expect((await read()).current_period_start).toBe('2026-02-01T12:00:00.000Z'),
    );
    expect(await latest()).toMatchObject({ status: 'open', payment_url: expect.any(String) });
    await payAtPage(shop);
    await eventually(async () => expect((await latest()).status).toBe('paid'));
    await shop.patch(path, { collection_method: 'charge_automatically' });
    world().clock.set('2026-03-01T12:00:00Z');
    await eventually(async () =>
      expect((await read()).current_period_start).toBe('2026-03-01T12:00:00.000Z'),
    );
    expect(await latest()).toMatchObject({ status: 'paid' });
  });

  it('of a customer is that of one-off invoices', async () => {
    const shop = await openShop();
    const customer = await customerOf(shop, { collection_method: 'charge_automatically' });
    const body = { customer_id: customer.id, lines: [{ description: 'x', unit_amount: 100 }] };
    const refused = await shop.post('/v1/invoices', body);
    expect([refused.status, refused.body.message]).toEqual([
      400,
      expect.stringMatching(/^collection_method: the customer has no saved payment method/),
    ]);
    await world().peers.saveCard(customer.id, { declines: false });
    const { body: draft } = await shop.post('/v1/invoices', body);
    expect(draft.collection_method).toBe('charge_automatically');
    const own = await shop.post('/v1/invoices', { ...body, collection_method: 'send_invoice' });
    expect(own.body.collection_method).toBe('send_invoice');
  });
});

describe('the number of the purchase order', () => {
  it('is that of the subscription or invoice, or else of the customer', async () => {
    const shop = await openShop();
    await shop.patch('/v1/seller_profile', { legal_name: 'Ada' });
    const customer = await customerOf(shop, { po_number: 'PO-1', external_id: newId() });
    const poOf = ({ buyer }: { buyer: { po_number: string } | null }) => buyer?.po_number;
    const plain = await firstInvoice(shop, { customer_id: customer.id });
    expect([plain.invoice.po_number, poOf(plain.invoice)]).toEqual([null, 'PO-1']);
    const own = await firstInvoice(shop, { customer_id: customer.id, po_number: 'PO-2' });
    expect(own.subscription.po_number).toBe('PO-2');
    expect([own.invoice.po_number, poOf(own.invoice)]).toEqual(['PO-2', 'PO-2']);
    const { body: page } = await shop.get(`/v1/invoices/${own.invoice.id}/page`);
    expect(page).toContain('PO-2');
    const lines = [{ description: 'Roses', unit_amount: 500 }];
    const body = { customer_id: customer.id, lines, po_number: 'PO-3' };
    const { body: draft } = await shop.post('/v1/invoices', body);
    const { body: changed } = await shop.patch(`/v1/invoices/${draft.id}`, { memo: 'x' });
    expect(poOf(changed)).toBe('PO-3');
    const { body: opened } = await shop.post(`/v1/invoices/${draft.id}/finalize`);
    expect([opened.po_number, poOf(opened)]).toEqual(['PO-3', 'PO-3']);
  });
});
