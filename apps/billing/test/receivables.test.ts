import { newId } from '@florin/contracts';
import { eventually } from '@florin/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { assertBooks } from './books.ts';
import { disputeEvent, refundClient, refundFailedEvent } from './money-back.ts';
import type { Shop } from './start-billing.ts';
import { useBilling } from './use-billing.ts';

const { world, billing, openShop, publish } = useBilling({ withNats: true });
beforeEach(() => world().clock.set('2026-01-01T00:00:00Z'));
afterEach(async () => {
  await assertBooks(world());
});

const plans = {
  m30: { amount: 3_000, interval: 'month' },
  m31: { amount: 3_100, interval: 'month' },
  y300: { amount: 30_000, interval: 'year' },
  y1200: { amount: 120_000, interval: 'year' },
  y2: { amount: 10_000, interval: 'year', interval_count: 2 },
} as const;

/** A shop with plans, and a customer with a subscription. */
async function subscribed(plan: keyof typeof plans, { isPaid = true } = {}) {
  const shop = await openShop({ currency: 'USD' });
  for (const [id, terms] of Object.entries(plans))
    await shop.post('/v1/plans', { id, name: id, currency: 'USD', ...terms });
  const { body: customer } = await shop.post('/v1/customers', { email: 'b@example.com' });
  const { body } = await shop.subscribe({ customer_id: customer.id, plan });
  const path = `/v1/subscriptions/${body.id}`;
  const invoiceId: string = body.latest_invoice_id;
  if (isPaid) await pay(shop, invoiceId);
  return {
    ...{ shop, customer, path, invoiceId },
    update: (to: keyof typeof plans) => shop.post(`${path}/update`, { plan: to, effective: 'now' }),
    cancel: () => shop.post(`${path}/cancel`, { credit_unused: true }),
    credit: async () => (await shop.get(`/v1/customers/${customer.id}`)).body.credit_balance,
    latest: async () => {
      const { latest_invoice_id } = (await shop.get(path)).body;
      return (await shop.get(`/v1/invoices/${latest_invoice_id}`)).body;
    },
    note: (fields: object) => shop.post('/v1/credit_notes', { invoice_id: invoiceId, ...fields }),
  };
}

async function pay(shop: Shop, invoiceId: string): Promise<void> {
  const reply = await shop.post(`/v1/invoices/${invoiceId}/mark_paid`, { reference: 'transfer' });
  expect(reply.status).toBe(200);
}

/** A paid invoice of only 10 000. */
async function oneOff({ amount = 10_000, isPaid = true } = {}) {
  const shop = await openShop({ currency: 'USD' });
  const { body: customer } = await shop.post('/v1/customers', { email: 'b@example.com' });
  const lines = [{ description: 'Consulting', unit_amount: amount }];
  const { body: draft } = await shop.post('/v1/invoices', { customer_id: customer.id, lines });
  const { body } = await shop.post(`/v1/invoices/${draft.id}/send`);
  if (isPaid) await pay(shop, draft.id);
  const note = (fields: object) =>
    shop.post('/v1/credit_notes', { invoice_id: draft.id, ...fields });
  const read = async () => (await shop.get(`/v1/invoices/${draft.id}`)).body;
  return { shop, customer, invoiceId: draft.id as string, sent: body, note, read };
}

const processors = () => refundClient(billing().grpcPort);

const conflict = expect.objectContaining({ code: 'conflict' });

describe('a change of plan gives no credit for unpaid time', () => {
  it('R1: while the invoice is open', async () => {
    const { update, credit, shop, path } = await subscribed('y1200', { isPaid: false });
    expect(await update('y2')).toMatchObject({ status: 409, body: { error: 'conflict' } });
    const preview = await shop.post('/v1/subscriptions/preview', {
      subscription_id: path.split('/').at(-1),
      ...{ plan: 'y2', effective: 'now' },
    });
    expect(preview.status).toBe(409);
    expect(await credit()).toBe(0);
  });

  it.each(['write_off', 'void', 'note'] as const)('R2: after a %s', async (act) => {
    const { shop, update, credit, invoiceId, note, latest } = await subscribed('y1200', {
      isPaid: false,
    });
    const closed =
      act === 'note'
        ? await note({ credit_to: 'invoice' })
        : await shop.post(
            `/v1/invoices/${invoiceId}/${act}`,
            act === 'void' ? { subscription_action: 'keep' } : undefined,
          );
    expect(closed.status).toBeLessThan(300);
    expect((await update('y2')).status).toBe(200);
    expect(await credit()).toBe(0);
    expect(await latest()).toMatchObject({ amount_due: 10_000 });
  });

  it('R3: after a refund', async () => {
    const { shop, update, credit, invoiceId, latest } = await subscribed('y1200');
    const asked = { paid: 120_000 };
    expect(await processors().reserve(shop, invoiceId, undefined, asked)).toBe(120_000);
    expect((await update('y2')).status).toBe(200);
    expect(await credit()).toBe(0);
    expect(await latest()).toMatchObject({ amount_due: 10_000 });
  });

  it('and gives the paid amount only once: a refund gets the rest', async () => {
    const { shop, update, credit, invoiceId } = await subscribed('y1200');
    expect((await update('y2')).status).toBe(200);
    expect(await credit()).toBe(110_000);
    const asked = { paid: 120_000 };
    await expect(processors().reserve(shop, invoiceId, 10_001, asked)).rejects.toEqual(conflict);
    expect(await processors().reserve(shop, invoiceId, undefined, asked)).toBe(10_000);
  });
});

describe('money of an invoice is refunded once', () => {
  it('R4: by a note, and then not by a refund', async () => {
    const { shop, note, invoiceId } = await oneOff();
    expect((await note({ credit_to: 'balance' })).status).toBe(201);
    await expect(processors().reserve(shop, invoiceId)).rejects.toEqual(conflict);
  });

  it('R4: by a refund, and then not by a note', async () => {
    const { shop, note, invoiceId, read } = await oneOff();
    expect(await processors().reserve(shop, invoiceId, 4_000)).toBe(4_000);
    expect((await note({ amount: 6_001, credit_to: 'balance' })).status).toBe(409);
    expect((await note({ amount: 6_000, credit_to: 'balance' })).status).toBe(201);
    expect(await read()).toMatchObject({
      ...{ amount_paid: 10_000, amount_refunded: 4_000, amount_credited: 6_000 },
    });
    await expect(processors().reserve(shop, invoiceId)).rejects.toEqual(conflict);
  });

  it('R5: also if credit had paid a part', async () => {
    const { shop, customer, credit } = await subscribed('y1200');
    await shop.post('/v1/plans', {
      ...{ id: 'm60', name: 'm60', amount: 6_000, currency: 'USD', interval: 'month' },
    });
    const first = await oneOffFor(shop, customer.id, 5_000);
    await shop.post('/v1/credit_notes', { invoice_id: first, credit_to: 'balance' });
    expect(await credit()).toBe(5_000);
    const { body } = await shop.subscribe({ customer_id: customer.id, plan: 'm60' });
    const invoice_id: string = body.latest_invoice_id;
    await pay(shop, invoice_id);
    expect(await processors().reserve(shop, invoice_id, 1_000, { paid: 1_000 })).toBe(1_000);
    const credit_to = 'balance';
    const all = await shop.post('/v1/credit_notes', { invoice_id, amount: 6_000, credit_to });
    expect(all.status).toBe(409);
    const rest = await shop.post('/v1/credit_notes', { invoice_id, amount: 5_000, credit_to });
    expect(rest.status).toBe(201);
  });

  it('holds money reserved by a refund until that fails, for any further request', async () => {
    const { shop, invoiceId, note } = await oneOff();
    const { reserve, release } = processors();
    const refundId = newId();
    for (const _ of [1, 2]) expect(await reserve(shop, invoiceId, 7_000, { refundId })).toBe(7_000);
    expect((await note({ amount: 3_001 })).status).toBe(409);
    for (const _ of [1, 2]) await release(invoiceId, refundId);
    expect((await note({ amount: 10_000 })).status).toBe(201);
  });

  it('is not refunded for an account that did not sell it', async () => {
    const { shop, invoiceId } = await oneOff();
    const stranger = await openShop({ currency: 'USD' });
    const missing = expect.objectContaining({ code: 'not_found' });
    await expect(processors().reserve(stranger, invoiceId)).rejects.toEqual(missing);
    expect(await processors().reserve(shop, invoiceId)).toBe(10_000);
  });
});

async function oneOffFor(shop: Shop, customer_id: string, unit_amount: number): Promise<string> {
  const lines = [{ description: 'Setup', unit_amount }];
  const { body } = await shop.post('/v1/invoices', { customer_id, lines });
  await shop.post(`/v1/invoices/${body.id}/send`);
  await pay(shop, body.id);
  return body.id;
}

describe('a credit note to a card', () => {
  it('becomes credit when its refund fails, once', async () => {
    const { shop, customer, invoiceId, note } = await oneOff();
    const { status, body } = await note({ amount: 5_000, credit_to: 'card' });
    expect([status, body.refund_id]).toEqual([201, expect.any(String)]);
    const credit = async () => (await shop.get(`/v1/customers/${customer.id}`)).body.credit_balance;
    for (const _ of [1, 2])
      await publish(refundFailedEvent(shop, invoiceId, body.refund_id, 5_000));
    await eventually(async () => expect(await credit()).toBe(5_000));
    await publish(refundFailedEvent(shop, invoiceId, body.refund_id, 5_000));
    expect(await processors().reserve(shop, invoiceId)).toBe(5_000);
    expect(await credit()).toBe(5_000);
    const { entries } = (await shop.get(`/v1/explain/${invoiceId}`)).body;
    expect(entries.map(({ type }: { type: string }) => type)).toEqual([
      ...['finalized', 'paid', 'credited', 'recredited', 'refunded'],
    ]);
  });
});

describe('a dispute', () => {
  it('R6: withholds money, which cannot be refunded meanwhile, and keeps it once the dispute is lost', async () => {
    const { shop, invoiceId, note, read } = await oneOff();
    const id = newId();
    const disputed = (amount: number) =>
      eventually(async () => expect(await read()).toMatchObject({ amount_disputed: amount }));
    await publish(disputeEvent(shop, invoiceId, id, 'needs_response', 4_900));
    await disputed(4_900);
    await expect(processors().reserve(shop, invoiceId, 5_101)).rejects.toEqual(conflict);
    expect((await note({ amount: 5_101, credit_to: 'balance' })).status).toBe(409);
    await publish(disputeEvent(shop, invoiceId, id, 'won', 4_900));
    await disputed(0);
    await publish(disputeEvent(shop, invoiceId, id, 'lost', 4_900));
    await disputed(4_900);
    expect((await note({ amount: 5_101, credit_to: 'balance' })).status).toBe(409);
    expect((await note({ amount: 5_100, credit_to: 'balance' })).status).toBe(201);
    await expect(processors().reserve(shop, invoiceId)).rejects.toEqual(conflict);
  });
});

describe('unused time', () => {
  it('R9: is worth the paid amount, through a change to another interval', async () => {
    const { update, cancel, credit } = await subscribed('m30');
    world().clock.set('2026-01-16T12:00:00Z');
    const { body } = await update('y300');
    expect(body).toMatchObject({ plan: 'y300' });
    expect((await cancel()).status).toBe(200);
    expect(await credit()).toBe(1_500);
  });

  it('R9: of a paid change too', async () => {
    const { shop, update, cancel, credit, latest } = await subscribed('m30');
    world().clock.set('2026-01-16T12:00:00Z');
    await update('y300');
    const { id, amount_due } = await latest();
    expect(amount_due).toBe(28_500);
    await pay(shop, id);
    expect((await cancel()).status).toBe(200);
    expect(await credit()).toBe(30_000);
  });

  it.each([
    [1_550, 1_550],
    [1_551, 1_549],
  ])('R10: is min(unused, kept): with a note of %i it is %i', async (amount, left) => {
    const { note, cancel, credit } = await subscribed('m31');
    expect((await note({ amount, credit_to: 'balance' })).status).toBe(201);
    world().clock.set('2026-01-16T12:00:00Z');
    expect((await cancel()).status).toBe(200);
    expect(await credit()).toBe(amount + left);
  });
});

describe('an invoice that changed after its page was created', () => {
  it('R11: includes returned credit in the amount due once it is uncollectible', async () => {
    const { shop, customer, credit } = await subscribed('m30');
    const first = await oneOffFor(shop, customer.id, 2_000);
    await shop.post('/v1/credit_notes', { invoice_id: first, credit_to: 'balance' });
    const { body } = await shop.subscribe({ customer_id: customer.id, plan: 'm30' });
    const path = `/v1/invoices/${body.latest_invoice_id}`;
    expect((await shop.get(path)).body).toMatchObject({ amount_remaining: 1_000 });
    await shop.post(`${path}/write_off`);
    expect(await credit()).toBe(2_000);
    expect((await shop.get(path)).body).toMatchObject({ amount_written_off: 3_000 });
    await eventually(async () => {
      expect((await shop.post(`${path}/payment_link`)).status).toBe(200);
    });
    const requests = await world().peers.paymentRequestsOf(shop.id);
    expect(requests.at(-1)).toMatchObject({ amount: 3_000 });
    await pay(shop, body.latest_invoice_id);
    expect((await shop.get(path)).body).toMatchObject({
      ...{ status: 'paid', amount_paid: 3_000, amount_written_off: 0 },
    });
    expect(await credit()).toBe(2_000);
  });

  it('R12: has a page for the rest after a credit note', async () => {
    const { shop, note, invoiceId } = await oneOff({ amount: 5_000, isPaid: false });
    expect((await note({ amount: 2_000 })).status).toBe(201);
    const link = await shop.post(`/v1/invoices/${invoiceId}/payment_link`);
    expect(link.status).toBe(200);
    const requests = await world().peers.paymentRequestsOf(shop.id);
    expect(requests.map(({ amount }) => amount)).toEqual([5_000, 3_000]);
  });
});
