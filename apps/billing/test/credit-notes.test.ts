import { newId } from '@florin/contracts';
import { beforeEach, describe, expect, it } from 'vitest';
import { REFUSED } from './peer-processors.ts';
import { eventsOf } from './published-events.ts';
import { callerOf } from './start-billing.ts';
import { useBilling } from './use-billing.ts';

const { world, billing, openShop } = useBilling({ setsCredit: true });
beforeEach(() => world().clock.set('2026-03-01T12:00:00Z'));

/** An invoice of 119.00 with its tax, for a customer of a shop. */
async function invoiced({ isPaid = true, unit_amount = 10_000 } = {}) {
  const shop = await openShop({ currency: 'EUR' });
  await shop.patch('/v1/seller_profile', {
    legal_name: 'Ada',
    address: { country: 'DE' },
    charges_tax: true,
    credit_note_number_format: 'GS-{year}-{number:3}',
  });
  const { body: customer } = await shop.post('/v1/customers', {
    ...{ name: 'Bob', email: 'bob@example.com' },
  });
  const lines = [{ description: 'Consulting', unit_amount }];
  const { body: draft } = await shop.post('/v1/invoices', { customer_id: customer.id, lines });
  const path = `/v1/invoices/${draft.id}`;
  const { body: invoice } = await shop.post(`${path}/send`);
  if (isPaid) await shop.post(`${path}/mark_paid`);
  const credit = (fields: object, options?: object) =>
    shop.post('/v1/credit_notes', { invoice_id: draft.id, ...fields }, options);
  return { shop, customer, invoice, credit, read: async () => (await shop.get(path)).body };
}

describe('a credit note of a paid invoice', () => {
  it('has its own number and its share of the tax, and becomes credit', async () => {
    const { shop, customer, credit, read } = await invoiced();
    const first = await credit({ amount: 1_190, reason: 'discount' }, { idempotencyKey: 'c' });
    expect(first).toMatchObject({
      status: 201,
      body: {
        document_number: 'GS-2026-001',
        invoice_document_number: '1',
        subtotal: 1_000,
        tax: 190,
        total: 1_190,
        credit_to: 'balance',
      },
    });
    expect(
      (await credit({ amount: 1_190, reason: 'discount' }, { idempotencyKey: 'c' })).body,
    ).toEqual(first.body);
    const rest = await credit({});
    expect(rest.body).toMatchObject({ document_number: 'GS-2026-002', total: 10_710, tax: 1_710 });
    expect(await read()).toMatchObject({
      status: 'paid',
      amount_paid: 11_900,
      amount_credited: 11_900,
    });
    expect((await credit({})).status).toBe(409);
    expect((await shop.get(`/v1/customers/${customer.id}`)).body.credit_balance).toBe(11_900);
    const { body: entries } = await shop.get(`/v1/customers/${customer.id}/credits`);
    expect(entries.data).toMatchObject([
      { type: 'credit_note', amount: 10_710, credit_note_id: rest.body.id, subscription_id: null },
      { type: 'credit_note', amount: 1_190, credit_note_id: first.body.id },
    ]);
    const { body: list } = await shop.get('/v1/credit_notes');
    expect(list.data).toEqual([rest.body, first.body]);
  });

  it('is refused if the customer’s credit would exceed the range of JSON numbers', async () => {
    const { shop, customer, credit } = await invoiced();
    await credit({ amount: 1_190 });
    const most = 9_007_199_254_740_991;
    await world().query(
      `update billing.credit_balances set balance = ${most - 10_000} where seller_id = '${shop.id}'`,
    );
    const refused = await credit({ amount: 10_001 });
    expect([refused.status, refused.body.error]).toEqual([409, 'conflict']);
    expect(refused.body.message).toContain(`cannot exceed ${most} minor units`);
    expect((await credit({ amount: 10_000 })).status).toBe(201);
    expect((await shop.get(`/v1/customers/${customer.id}`)).body.credit_balance).toBe(most);
  });

  it('pays for the customer’s next subscription', async () => {
    const { shop, customer, credit } = await invoiced();
    await credit({ amount: 1_500 });
    const { body } = await shop.subscribe({ customer_id: customer.id });
    const { body: invoice } = await shop.get(`/v1/invoices/${body.latest_invoice_id}`);
    expect(invoice).toMatchObject({ total: 1_190, amount_due: 0, status: 'paid' });
  });

  it('refunds a card once, and gets no number if the refund is refused', async () => {
    const { credit, read } = await invoiced();
    const { body } = await credit({ amount: 500, credit_to: 'card' });
    expect(body).toMatchObject({ document_number: 'GS-2026-001', refund_id: expect.any(String) });
    const refused = await credit({ amount: Number(REFUSED), credit_to: 'card' });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'credit_to: the refund was refused: balance is 0',
    ]);
    expect(await read()).toMatchObject({ amount_credited: 500 });
    const next = await credit({ amount: 100, credit_to: 'outside' });
    expect(next.body.document_number).toBe('GS-2026-002');
    expect(
      await world().query('select status from billing.credit_notes where amount = $1', [REFUSED]),
    ).toEqual([]);
  });

  it('takes back no more than is left, for any number of concurrent requests', async () => {
    const { credit, read } = await invoiced();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => credit({ amount: 5_000, credit_to: 'outside' })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
    expect(await read()).toMatchObject({ amount_credited: 10_000 });
  });

  it('is visible to its seller, and published as an event', async () => {
    const { shop, credit } = await invoiced();
    const { body } = await credit({});
    const stranger = { caller: callerOf(newId()) };
    const path = `/v1/credit_notes/${body.id}`;
    expect((await billing().call('GET', path, stranger)).status).toBe(404);
    expect((await shop.get(path)).body).toEqual(body);
    const events = await eventsOf(world(), shop.id);
    expect(events.find(({ type }) => type === 'credit_note.created')?.data.object).toEqual(body);
  });
});

describe('a credit note of an unpaid invoice', () => {
  it('lowers the amount due, on a new page', async () => {
    const { shop, invoice, credit, read } = await invoiced({ isPaid: false });
    expect((await credit({ amount: 1_900 })).body).toMatchObject({ credit_to: 'invoice' });
    expect(await read()).toMatchObject({ status: 'open', amount_remaining: 10_000 });
    const { body: link } = await shop.post(`/v1/invoices/${invoice.id}/payment_link`);
    expect(link.payment_id).not.toBe(invoice.payment_id);
    expect(await world().peers.paymentRequestsOf(shop.id)).toMatchObject([
      { amount: 11_900, status: 'canceled' },
      { amount: 10_000, status: 'pending' },
    ]);
  });

  it('voids it if it takes back everything', async () => {
    const { credit, read } = await invoiced({ isPaid: false });
    await credit({ reason: 'error' });
    expect(await read()).toMatchObject({
      status: 'void',
      amount_remaining: 0,
      amount_credited: 11_900,
    });
    expect((await credit({})).status).toBe(409);
  });

  it('does not affect its subscription', async () => {
    const shop = await openShop();
    const { body } = await shop.subscribe({ customer_id: 'c1' });
    const credited = await shop.post('/v1/credit_notes', { invoice_id: body.latest_invoice_id });
    expect(credited.status).toBe(201);
    const { body: invoice } = await shop.get(`/v1/invoices/${body.latest_invoice_id}`);
    expect(invoice).toMatchObject({ status: 'void' });
    world().clock.set('2026-03-10T12:00:00Z');
    expect((await shop.get(`/v1/subscriptions/${body.id}`)).body.status).toBe('active');
  });
});

describe('a cancellation at once', () => {
  it('credits the remaining time, as far as it was paid for', async () => {
    const shop = await openShop({ available: 100_000 });
    const { body } = await shop.subscribe({ plan: 'basic' });
    world().clock.set('2026-03-11T12:00:00Z');
    await shop.post(`/v1/subscriptions/${body.id}/update`, { plan: 'pro' });
    world().clock.set('2026-03-21T12:00:00Z');
    const path = `/v1/subscriptions/${body.id}/cancel`;
    const wrong = await shop.post(path, { at_period_end: true, credit_unused: true });
    expect([wrong.status, wrong.body.message]).toEqual([
      400,
      expect.stringMatching('credit_unused'),
    ]);
    const canceled = await shop.post(path, { credit_unused: true });
    expect(canceled.body.status).toBe('canceled');
    const { body: notes } = await shop.get('/v1/credit_notes');
    const amounts = notes.data.map(({ total }: { total: number }) => total);
    // Unused 11 of 31 days at 25.00: 10.00 paid for all of them, and 10.17 for the last 21.
    expect(amounts).toEqual([533, 355]);
    const { body: credits } = await shop.get(`/v1/customers/${shop.publicId}/credits`);
    expect(credits.data[0]).toMatchObject({ type: 'credit_note', balance_after: 888 });
    await shop.post(path, { credit_unused: true });
    expect((await shop.get('/v1/credit_notes')).body.data).toHaveLength(2);
  });
});
