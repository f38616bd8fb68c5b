import { toPublicId } from '@florin/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { assertBooks } from './books.ts';
import { exportFiles } from './export-files.ts';
import { refundClient } from './money-back.ts';
import { paymentEvent } from './payment-events.ts';
import { eventsOf } from './published-events.ts';
import type { Shop } from './start-billing.ts';
import { useBilling } from './use-billing.ts';

const { world, billing, openShop, publish } = useBilling({ withNats: true });
const { rowsOf } = exportFiles(billing);
beforeEach(() => world().clock.set('2026-03-01T12:00:00Z'));
afterEach(async () => {
  await assertBooks(world());
});

/** A sent one-off invoice of 10 000. */
async function invoiced() {
  const shop = await openShop({ currency: 'USD' });
  const { body: customer } = await shop.post('/v1/customers', { email: 'b@example.com' });
  const lines = [{ description: 'Consulting', unit_amount: 10_000 }];
  const { body: draft } = await shop.post('/v1/invoices', { customer_id: customer.id, lines });
  await shop.post(`/v1/invoices/${draft.id}/send`);
  return actionsOn(shop, customer.id, draft.id);
}

/** A sent invoice of a subscription, of 3 000. */
async function subscribed() {
  const shop = await openShop({ currency: 'USD' });
  await shop.post('/v1/plans', {
    ...{ id: 'm30', name: 'm30', currency: 'USD', amount: 3_000, interval: 'month' },
  });
  const { body: customer } = await shop.post('/v1/customers', { email: 'b@example.com' });
  const { body } = await shop.subscribe({ customer_id: customer.id, plan: 'm30' });
  const subscription = async () => (await shop.get(`/v1/subscriptions/${body.id}`)).body;
  return {
    ...actionsOn(shop, customer.id, body.latest_invoice_id),
    subscription,
    path: `/v1/subscriptions/${body.id}`,
  };
}

function actionsOn(shop: Shop, customerId: string, id: string) {
  const path = `/v1/invoices/${id}`;
  return {
    ...{ shop, id, customerId },
    mark: (amount?: number, reference = 'wire') =>
      shop.post(`${path}/mark_paid`, amount === undefined ? { reference } : { amount, reference }),
    act: (name: string, body?: object) => shop.post(`${path}/${name}`, body),
    read: async () => (await shop.get(path)).body,
    note: (fields: object) => shop.post('/v1/credit_notes', { invoice_id: id, ...fields }),
    credit: async () => (await shop.get(`/v1/customers/${customerId}`)).body.credit_balance,
    asked: async () =>
      (await world().peers.paymentRequestsOf(shop.id)).map(({ amount, status }) => [
        Number(amount),
        status,
      ]),
  };
}

const conflict = (part: string) => ({
  status: 409,
  body: { error: 'conflict', message: expect.stringContaining(part) },
});

describe('an invoice paid in parts', () => {
  it('stays open for the rest, lists each payment, and is paid by the last one', async () => {
    const { mark, read } = await invoiced();
    const first = await mark(4_000, 'wire 1');
    expect(first).toMatchObject({
      status: 200,
      body: {
        ...{ status: 'open', amount_due: 10_000, amount_paid: 4_000, amount_remaining: 6_000 },
        ...{ paid_at: null, outside_reference: null },
      },
    });
    await mark(5_999, 'wire 2');
    expect((await read()).amount_remaining).toBe(1);
    await mark(undefined, 'wire 3');
    const place = { object: 'invoice_payment', place: 'outside', payment_id: null };
    expect(await read()).toMatchObject({
      ...{ status: 'paid', amount_paid: 10_000, amount_remaining: 0, amount_overpaid: 0 },
      outside_reference: 'wire 3',
      payments: [
        { ...place, amount: 4_000, reference: 'wire 1', paid_at: expect.any(String) },
        { ...place, amount: 5_999, reference: 'wire 2' },
        { ...place, amount: 1, reference: 'wire 3' },
      ],
    });
    expect(await mark(1)).toMatchObject(conflict('already paid'));
  });

  it('publishes each payment', async () => {
    const { shop, id, mark } = await invoiced();
    const { body } = await mark(4_000);
    await mark();
    const events = await eventsOf(world(), shop.id);
    const [updated, paid] = events.slice(-2);
    expect(updated).toMatchObject({
      type: 'invoice.updated',
      data: { object: { id, amount_paid: 4_000, payments: body.payments } },
    });
    expect(paid).toMatchObject({ type: 'invoice.paid', data: { object: { amount_paid: 10_000 } } });
  });

  it('repeats a payment with the same key once', async () => {
    const { shop, id, read } = await invoiced();
    const body = { amount: 2_500, reference: 'wire' };
    const path = `/v1/invoices/${id}/mark_paid`;
    const send = () => shop.post(path, body, { idempotencyKey: 'k' });
    await expect.poll(async () => (await send()).status, { timeout: 60_000 }).toBe(200);
    const first = await send();
    expect((await send()).body).toEqual(first.body);
    expect((await read()).amount_paid).toBe(2_500);
    const other = await shop.post(path, { ...body, amount: 2_600 }, { idempotencyKey: 'k' });
    expect(other.status).toBe(422);
  });

  it('ends its page and asks the rest on the next one', async () => {
    const { mark, act, asked, read } = await invoiced();
    expect(await asked()).toEqual([[10_000, 'pending']]);
    await mark(4_000);
    expect(await read()).toMatchObject({ payment_url: null });
    expect((await act('payment_link')).status).toBe(200);
    expect(await asked()).toEqual([
      [10_000, 'canceled'],
      [6_000, 'pending'],
    ]);
    const page = await act('send');
    expect(page.body).toMatchObject({ amount_remaining: 6_000, payment_url: expect.any(String) });
  });

  it('never leaves a page that asks for another amount, also of concurrent requests', async () => {
    const { shop, mark, act, read } = await invoiced();
    for (let count = 0; count < 6; count++) {
      const replies = await Promise.all([act('payment_link'), mark(1_000), act('payment_link')]);
      for (const { status, body } of replies)
        expect([200, 409, 503], JSON.stringify(body)).toContain(status);
    }
    const link = async () => (await act('payment_link')).status;
    await expect.poll(link, { timeout: 60_000 }).toBe(200);
    const { amount_remaining: rest, payment_id: attached } = await read();
    expect(rest).toBeLessThan(10_000);
    const pages = await world().peers.paymentRequestsOf(shop.id);
    const payable = pages.flatMap(({ payment_id, amount, status }) =>
      status === 'pending' ? [[toPublicId('paymentRequest', payment_id), amount] as const] : [],
    );
    expect(payable).toContainEqual([attached, rest]);
    // Other requests were never attached, so their addresses are unknown.
    const published = JSON.stringify(await eventsOf(world(), shop.id));
    for (const [id] of payable) expect(id === attached || !published.includes(id)).toBe(true);
  }, 120_000);

  it('is paid by its page for the rest, of which alone a card is refunded', async () => {
    const { shop, id, mark, act, read, note } = await invoiced();
    await mark(4_000, 'wire 1');
    await act('payment_link');
    const [, request] = await world().peers.paymentRequestsOf(shop.id);
    if (!request) throw new Error('there is no page for the rest');
    await publish(paymentEvent('payment.succeeded', request, shop));
    await expect.poll(async () => (await read()).status, { timeout: 20_000 }).toBe('paid');
    expect(await read()).toMatchObject({
      ...{ amount_paid: 10_000, outside_reference: null },
      payments: [
        { amount: 4_000, place: 'outside', reference: 'wire 1' },
        { amount: 6_000, place: 'processor', reference: null, payment_id: expect.any(String) },
      ],
    });
    const processors = refundClient(billing().grpcPort);
    await expect(processors.reserve(shop, id, 6_001, { paid: 6_000 })).rejects.toThrow(
      /at most 6000/,
    );
    expect(await processors.reserve(shop, id, 6_000, { paid: 6_000 })).toBe(6_000);
    expect(await note({ amount: 4_001, credit_to: 'outside' })).toMatchObject(conflict('4000'));
    expect((await note({ amount: 4_000, credit_to: 'outside' })).status).toBe(201);
    const [row] = await rowsOf(shop, { type: 'invoices' });
    expect(row).toMatchObject({ paid_from: 'outside | processor', payment_reference: 'wire 1' });
  });

  it('turns a surplus into credit that pays the next invoice', async () => {
    const { shop, customerId, mark, read, credit, id } = await invoiced();
    await mark(4_000);
    await mark(6_500);
    expect(await read()).toMatchObject({
      ...{ status: 'paid', amount_paid: 10_000, amount_overpaid: 500 },
      payments: [{ amount: 4_000 }, { amount: 6_500 }],
    });
    expect(await credit()).toBe(500);
    const { body: credits } = await shop.get(`/v1/customers/${customerId}/credits`);
    expect(credits.data).toMatchObject([{ type: 'granted', amount: 500, invoice_id: id }]);
    const lines = [{ description: 'More', unit_amount: 2_000 }];
    const { body: draft } = await shop.post('/v1/invoices', { customer_id: customerId, lines });
    const { body: next } = await shop.post(`/v1/invoices/${draft.id}/finalize`);
    expect(next).toMatchObject({ amount_due: 1_500 });
  });

  it('cannot be void, and a credit note of the rest makes it paid', async () => {
    const { act, mark, note, read } = await invoiced();
    await mark(4_000);
    expect(await act('void')).toMatchObject(conflict('partly paid: 4000'));
    expect(await note({ amount: 6_001 })).toMatchObject(conflict('at most 6000'));
    expect((await note({ amount: 1_000 })).status).toBe(201);
    expect(await read()).toMatchObject({ status: 'open', amount_remaining: 5_000 });
    expect((await note({ amount: 5_000 })).status).toBe(201);
    expect(await read()).toMatchObject({ status: 'paid', amount_paid: 4_000, amount_remaining: 0 });
    expect(await note({ amount: 4_001, credit_to: 'outside' })).toMatchObject(conflict('4000'));
    expect((await note({ amount: 4_000, credit_to: 'outside' })).status).toBe(201);
  });

  it('is written off for the rest only, and can still be paid in parts', async () => {
    const { act, mark, read } = await invoiced();
    await mark(4_000);
    await act('write_off');
    expect(await read()).toMatchObject({
      ...{ status: 'uncollectible', amount_paid: 4_000, amount_written_off: 6_000 },
    });
    await mark(1_000);
    expect(await read()).toMatchObject({
      ...{ status: 'uncollectible', amount_paid: 5_000, amount_written_off: 5_000 },
    });
    expect(await act('void')).toMatchObject(conflict('partly paid'));
    await mark();
    expect(await read()).toMatchObject({
      ...{ status: 'paid', amount_paid: 10_000, amount_written_off: 0 },
    });
  });

  it('is refused an amount that is none', async () => {
    const { act, mark } = await invoiced();
    for (const amount of [0, -1, 1.5, '5'])
      expect((await act('mark_paid', { amount })).status).toBe(400);
    expect(await mark(9_000_000_000_000_000)).toMatchObject({ status: 400 });
  });

  it('is explained and exported with what was paid', async () => {
    const { shop, id, mark } = await invoiced();
    await mark(4_000, 'wire 1');
    const { body } = await shop.get(`/v1/explain/${id}`);
    const amounts = new Map<string, { amount: number; recomputed_amount: number }>(
      body.amounts.map((each: { name: string }) => [each.name, each]),
    );
    expect(amounts.get('amount_paid')).toMatchObject({
      ...{ amount: 4_000, recomputed_amount: 4_000 },
      parts: [{ type: 'payment', name: 'wire 1', amount: 4_000 }],
    });
    expect(amounts.get('amount_remaining')).toMatchObject({
      ...{ amount: 6_000, recomputed_amount: 6_000 },
    });
    await mark(6_100, 'wire 2');
    const [row] = await rowsOf(shop, { type: 'invoices' });
    expect(row).toMatchObject({
      ...{ status: 'paid', paid_from: 'outside', payment_reference: 'wire 1 | wire 2' },
      ...{ amount_paid: 10_000, amount_remaining: 0 },
    });
    const journal = await rowsOf(shop, { type: 'journal' });
    const bank = journal.filter(({ account }) => account === 'bank');
    expect(bank.map(({ debit }) => debit)).toEqual([4_000, 6_100]);
    const after = (await shop.get(`/v1/explain/${id}`)).body.amounts;
    expect(after.find(({ name }: { name: string }) => name === 'amount_paid')).toMatchObject({
      ...{ amount: 10_000, recomputed_amount: 10_000 },
    });
  });

  it('shows the payment and the rest on its page', async () => {
    const { shop, id, mark } = await invoiced();
    await mark(4_000);
    const { body: page } = await shop.get(`/v1/invoices/${id}/page`);
    expect(page).toContain('Already paid');
    expect(page).toContain('60.00');
  });
});

describe('an invoice of a subscription paid in parts', () => {
  it('keeps the subscription active, and past due until the rest is paid', async () => {
    const { mark, subscription, read } = await subscribed();
    await mark(1_000);
    expect(await read()).toMatchObject({ status: 'open', amount_remaining: 2_000 });
    world().clock.set('2026-03-05T12:00:00Z');
    await expect
      .poll(async () => (await subscription()).status, { timeout: 20_000 })
      .toBe('past_due');
    await mark(1_500);
    expect((await subscription()).status).toBe('past_due');
    await mark(600);
    expect((await subscription()).status).toBe('active');
    expect(await read()).toMatchObject({ status: 'paid', amount_overpaid: 100 });
  });

  it('is written off for the rest when the subscription is canceled', async () => {
    const { shop, mark, read, path, credit } = await subscribed();
    await mark(1_000);
    await shop.post(`${path}/cancel`);
    expect(await read()).toMatchObject({
      ...{ status: 'uncollectible', amount_paid: 1_000, amount_written_off: 2_000 },
    });
    expect(await credit()).toBe(0);
  });

  it('cannot be void, and a credit note of the rest continues the subscription', async () => {
    const { act, mark, note, read, subscription } = await subscribed();
    await mark(1_000);
    expect(await act('void', { subscription_action: 'cancel' })).toMatchObject(
      conflict('partly paid: 1000'),
    );
    await note({ amount: 2_000 });
    expect(await read()).toMatchObject({ status: 'paid', amount_paid: 1_000 });
    expect((await subscription()).status).toBe('active');
  });
});
