import { newId, toPublicId } from '@florin/contracts';
import { eventually } from '@florin/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { eventsOf } from './published-events.ts';
import { callerOf } from './start-billing.ts';
import { useBilling } from './use-billing.ts';

const { world, billing, openShop, publish } = useBilling({ withNats: true });
beforeEach(() => world().clock.set('2026-03-01T12:00:00Z'));

const lines = [
  { description: 'Consulting', quantity: 3, unit_amount: 12_000 },
  { description: 'Discount', unit_amount: -1_000 },
];

/** A shop with a customer and a draft. */
async function written(fields: object = {}) {
  const shop = await openShop({ currency: 'EUR', timezone: 'Europe/Berlin' });
  const { body: customer } = await shop.post('/v1/customers', {
    name: 'Bob',
    email: 'bob@b.example',
  });
  const { status, body: draft } = await shop.post('/v1/invoices', {
    customer_id: customer.id,
    lines,
    ...fields,
  });
  expect([status, draft.error]).toEqual([201, undefined]);
  const path = `/v1/invoices/${draft.id}`;
  return { shop, customer, draft, path, read: async () => (await shop.get(path)).body };
}

/** Like {@link written}, finalized and unpaid, with a page. */
async function sent() {
  const made = await written();
  const { status, body } = await made.shop.post(`${made.path}/send`);
  expect([status, body.status]).toEqual([200, 'open']);
  const [request] = await world().peers.paymentRequestsOf(made.shop.id);
  if (!request) throw new Error('no payment was requested');
  return { ...made, invoice: body, request };
}

describe('a draft', () => {
  it('is created, changed and deleted without a number or an event', async () => {
    const { shop, draft, path } = await written({ memo: 'For March', due_days: 30 });
    expect(draft).toMatchObject({
      status: 'draft',
      number: null,
      document_number: null,
      subscription_id: null,
      cause: 'manual',
      amount_due: 35_000,
      memo: 'For March',
    });
    const changed = await shop.patch(path, { lines: lines.slice(0, 1), memo: null });
    expect(changed.body).toMatchObject({ amount_due: 36_000, memo: null });
    expect((await shop.patch(path, {})).body).toMatchObject({ amount_due: 36_000 });
    const gone = await shop.call('DELETE', path);
    expect([gone.status, gone.body.deleted]).toEqual([200, true]);
    expect((await shop.get(path)).status).toBe(404);
  });

  it('is taxed by the profile on the day of finalization', async () => {
    const { shop, path, draft } = await written();
    expect(draft.tax).toBe(0);
    const profile = { legal_name: 'Ada', address: { country: 'DE' }, charges_tax: true };
    await shop.patch('/v1/seller_profile', { ...profile, payment_terms_days: 10 });
    const { body } = await shop.post(`${path}/finalize`);
    expect(body).toMatchObject({
      status: 'open',
      number: 1,
      subtotal: 35_000,
      tax: 6_650,
      amount_due: 41_650,
      seller: { name: 'Ada' },
      buyer: { name: 'Bob' },
    });
    const types = (await eventsOf(world(), shop.id)).map(({ type }) => type);
    expect(types.filter((type) => type.startsWith('invoice.'))).toEqual(['invoice.created']);
  });

  it.each([
    ['without lines', { lines: [] }, 'no lines'],
    ['that gives money', { lines: [{ description: 'Gift', unit_amount: -1 }] }, 'less than zero'],
  ])('%s cannot be finalized, and takes no number', async (_, fields, message) => {
    const { shop, path, customer } = await written(fields);
    const refused = await shop.post(`${path}/finalize`);
    expect([refused.status, refused.body.error]).toEqual([409, 'conflict']);
    expect(refused.body.message).toContain(message);
    const { body: other } = await shop.post('/v1/invoices', { customer_id: customer.id, lines });
    expect((await shop.post(`/v1/invoices/${other.id}/finalize`)).body.number).toBe(1);
  });

  it('with an amount of 0 is paid on finalization', async () => {
    const { shop, path } = await written({ lines: [{ description: 'Sample', unit_amount: 0 }] });
    expect((await shop.post(`${path}/finalize`)).body).toMatchObject({ status: 'paid', number: 1 });
  });

  it('is hidden from other accounts, and read-only for read-only callers', async () => {
    const { path } = await written();
    const stranger = { caller: callerOf(newId()) };
    expect((await billing().call('GET', path, stranger)).status).toBe(404);
    expect((await billing().call('POST', `${path}/finalize`, stranger)).status).toBe(404);
  });
});

describe('amounts that JSON numbers would round', () => {
  const MOST = 9_007_199_254_740_991;
  const large = (quantity: number, unit_amount: number) => ({
    ...{ description: 'Large', quantity, unit_amount },
  });
  const tooMuch = {
    'one line': [large(1_000_000, 999_999_999_999)],
    'many lines that each fit': Array.from({ length: 10 }, () => large(1_000, 999_999_999_999)),
    'a negative line': [large(1_000_000, -999_999_999_999)],
    'lines that cancel out': [large(9_000, 999_999_999_999), large(9_000, -999_999_999_999)],
  };

  it.each(Object.entries(tooMuch))('are refused with the limit: %s', async (_, lines) => {
    const { shop, customer, path, read } = await written();
    const before = await read();
    for (const refused of [
      await shop.post('/v1/invoices', { customer_id: customer.id, lines }),
      await shop.patch(path, { lines }),
    ]) {
      expect([refused.status, refused.body.error]).toEqual([400, 'invalid_request']);
      expect(refused.body.message).toContain(`${MOST} minor units`);
    }
    expect(await read()).toEqual(before);
    expect((await shop.get('/v1/invoices')).body.data).toHaveLength(1);
  });

  it('are refused if taxes make them so, in each operation on the draft', async () => {
    const lines = [large(8_000, 999_999_999_999), large(8, -999_999_999_999)];
    const { shop, customer, path } = await written({ lines });
    await shop.patch('/v1/seller_profile', {
      ...{ legal_name: 'Ada', address: { country: 'DE' }, charges_tax: true },
    });
    const again = await shop.post('/v1/invoices', { customer_id: customer.id, lines });
    const changed = await shop.patch(path, { memo: 'now with tax' });
    const finalized = await shop.post(`${path}/finalize`);
    const sent = await shop.post(`${path}/send`);
    expect([again, changed, finalized, sent].map(({ status }) => status)).toEqual([
      ...[400, 400, 409, 409],
    ]);
    expect(finalized.body.message).toContain(`${MOST} minor units`);
    for (const shown of ['', '/page']) expect((await shop.get(`${path}${shown}`)).status).toBe(200);
    expect((await shop.get(`/v1/explain/${path.split('/').at(-1)}`)).status).toBe(200);
  });

  it('are shown up to the limit', async () => {
    const lines = [large(9_007, 999_999_999_999), { ...large(1, 199_254_749_998) }];
    const { draft, read } = await written({ lines });
    expect(draft).toMatchObject({ subtotal: MOST, amount_due: MOST });
    expect(await read()).toMatchObject({ total: MOST });
  });
});

describe('an open one-off invoice', () => {
  it('is sent with a page, and paid there once', async () => {
    const { shop, invoice, request, read } = await sent();
    expect(invoice).toMatchObject({
      payment_url: expect.any(String),
      sent_at: expect.any(String),
      due_at: '2026-03-15T23:59:59.999Z',
    });
    expect(request).toMatchObject({ amount: 35_000, email: 'bob@b.example', consent: null });
    const paid = {
      id: newId(),
      type: 'payment.succeeded',
      created_at: new Date().toISOString(),
      account_id: shop.id,
      aggregate_id: newId(),
      aggregate_sequence: 1,
      data: {
        object: {
          id: toPublicId('paymentRequest', request.payment_id),
          account_id: shop.publicId,
          amount: request.amount,
          currency: request.currency,
          metadata: request.metadata,
        },
      },
      request: { id: null, idempotency_key: null },
    };
    const { object } = paid.data;
    const less: typeof paid = { ...paid, data: { object: { ...object, amount: 34_999 } } };
    await publish(less);
    const enough: typeof paid = { ...paid, id: newId() };
    await publish(enough);
    await eventually(async () =>
      expect(await read()).toMatchObject({ status: 'paid', amount_paid: 35_000 }),
    );
    const refused = await shop.post(`/v1/invoices/${invoice.id}/mark_paid`);
    expect([refused.status, refused.body.message]).toEqual([409, 'this invoice is already paid']);
  });

  it('is sent again with the same page', async () => {
    const { shop, path, invoice } = await sent();
    const again = await shop.post(`${path}/send`);
    expect(again.body).toMatchObject({ number: 1, payment_url: invoice.payment_url });
    const link = await shop.post(`${path}/payment_link`);
    expect(link.body.payment_url).toBe(invoice.payment_url);
    expect(await world().peers.paymentRequestsOf(shop.id)).toHaveLength(1);
  });

  it('is marked as paid outside, and can no longer be paid at its page', async () => {
    const { shop, path } = await sent();
    const reference = { reference: 'Receipt 12' };
    const first = await shop.post(`${path}/mark_paid`, reference, { idempotencyKey: 'm' });
    expect(first).toMatchObject({
      status: 200,
      body: { status: 'paid', outside_reference: 'Receipt 12' },
    });
    const again = await shop.post(`${path}/mark_paid`, reference, { idempotencyKey: 'm' });
    expect(again.body).toEqual(first.body);
    expect(await world().peers.paymentRequestsOf(shop.id)).toMatchObject([{ status: 'canceled' }]);
  });

  it('is voided, or written off, and then its page is gone or stays', async () => {
    const voided = await sent();
    const { body } = await voided.shop.post(`${voided.path}/void`);
    expect(body).toMatchObject({ status: 'void', subscription_status: null });
    await eventually(async () =>
      expect(await world().peers.paymentRequestsOf(voided.shop.id)).toMatchObject([
        { status: 'canceled' },
      ]),
    );
    const given = await sent();
    expect((await given.shop.post(`${given.path}/write_off`)).body.status).toBe('uncollectible');
    expect((await given.shop.post(`${given.path}/write_off`)).status).toBe(409);
    expect((await given.shop.post(`${given.path}/payment_link`)).status).toBe(200);
  });

  it('becomes overdue once, with three reminders to its customer', async () => {
    const { read } = await sent();
    for (const [day, reminders] of [
      ['2026-03-14', 0],
      ['2026-03-16', 1],
      ['2026-03-19', 2],
      ['2026-04-30', 4],
    ] as const) {
      world().clock.set(`${day}T12:00:00Z`);
      if (reminders > 0)
        await eventually(async () => expect((await read()).reminder_count).toBe(reminders));
      else expect((await read()).reminder_count).toBe(0);
    }
    expect(await read()).toMatchObject({ status: 'open' });
  }, 60_000);

  it('is listed together with invoices of subscriptions, newest first', async () => {
    const { shop, draft, customer } = await written();
    const { body: subscription } = await shop.subscribe({ customer_id: customer.id });
    const { body: list } = await shop.get('/v1/invoices?limit=1');
    expect(list.data.map(({ id }: { id: string }) => id)).toEqual([subscription.latest_invoice_id]);
    const { body: rest } = await shop.get(
      `/v1/invoices?limit=1&starting_after=${subscription.latest_invoice_id}`,
    );
    expect(rest.data.map(({ id }: { id: string }) => id)).toEqual([draft.id]);
    expect((await shop.get('/v1/invoices?status=draft')).body.data).toHaveLength(1);
  });
});

describe('an invoice of a subscription', () => {
  it('is marked as paid outside, and its subscription continues', async () => {
    const shop = await openShop();
    const { body } = await shop.subscribe({ customer_id: 'c1' });
    const path = `/v1/invoices/${body.latest_invoice_id}`;
    const { body: paid } = await shop.post(`${path}/mark_paid`);
    expect(paid).toMatchObject({ status: 'paid', outside_reference: 'outside' });
    world().clock.set('2026-03-10T12:00:00Z');
    expect((await shop.get(`/v1/subscriptions/${body.id}`)).body.status).toBe('active');
    expect((await shop.patch(path, { memo: 'x' })).status).toBe(409);
  });

  it('is written off, and its subscription continues', async () => {
    const shop = await openShop();
    const { body } = await shop.subscribe({ customer_id: 'c1' });
    const path = `/v1/invoices/${body.latest_invoice_id}`;
    expect((await shop.post(`${path}/write_off`)).body.status).toBe('uncollectible');
    world().clock.set('2026-03-10T12:00:00Z');
    expect((await shop.get(`/v1/subscriptions/${body.id}`)).body.status).toBe('active');
  });
});
