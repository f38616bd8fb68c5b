import { newId } from '@florin/contracts';
import { eventually } from '@florin/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { paymentEvent } from './payment-events.ts';
import { eventsOf } from './published-events.ts';
import { useBilling } from './use-billing.ts';

const { world, billing, openShop, publish } = useBilling({ withNats: true, processes: 2 });
beforeEach(() => {
  world().clock.set('2026-03-01T12:00:00Z');
  world().peers.faults.lostAnswers = 0;
});

const lines = [{ description: 'Consulting', quantity: 3, unit_amount: 12_000 }];
const automatic = { lines, collection_method: 'charge_automatically' };

/** A shop and its customer, with a saved card unless `card` is null. */
async function sold(card: { readonly declines: boolean } | null = { declines: false }) {
  const shop = await openShop({ currency: 'EUR' });
  const fields = { name: 'Bob', email: 'bob@b.example' };
  const { body: customer } = await shop.post('/v1/customers', fields);
  if (card) await world().peers.saveCard(customer.id, card);
  const write = (body: object = automatic) =>
    shop.post('/v1/invoices', { customer_id: customer.id, ...body });
  return { shop, customer, write };
}

/** Like {@link sold}, with a draft invoice. */
async function drafted(card: { readonly declines: boolean } = { declines: false }) {
  const { shop, customer, write } = await sold(card);
  const { status, body: draft } = await write();
  expect([status, draft.error]).toEqual([201, undefined]);
  const path = `/v1/invoices/${draft.id}`;
  const asked = () => world().peers.paymentRequestsOf(shop.id);
  return { shop, customer, draft, path, asked, read: async () => (await shop.get(path)).body };
}

const invoiceEvents = async (accountId: string) =>
  (await eventsOf(world(), accountId)).flatMap(({ type }) =>
    type.startsWith('invoice.') ? [type] : [],
  );

describe('a one-off invoice that is charged automatically', () => {
  it('is charged to the saved payment method when it is finalized, once per key', async () => {
    const { shop, draft, path, asked } = await drafted();
    expect(draft).toMatchObject({ status: 'draft', collection_method: 'charge_automatically' });
    const first = await shop.post(`${path}/finalize`, {}, { idempotencyKey: 'f' });
    expect(first).toMatchObject({
      status: 200,
      body: { status: 'paid', amount_paid: 36_000, attempt_count: 0, failure_reason: null },
    });
    expect(first.body.transaction_id).not.toBeNull();
    const again = await shop.post(`${path}/finalize`, {}, { idempotencyKey: 'f' });
    expect(again.body).toEqual(first.body);
    expect((await shop.post(`${path}/finalize`)).status).toBe(409);
    expect(await asked()).toMatchObject([{ amount: 36_000, status: 'succeeded', consent: null }]);
    expect(await invoiceEvents(shop.id)).toEqual([
      ...['invoice.created', 'invoice.updated', 'invoice.paid'],
    ]);
  });

  it('is paid once when a draft is sent', async () => {
    const { shop, path, asked } = await drafted();
    const { body } = await shop.post(`${path}/send`);
    expect(body).toMatchObject({ status: 'paid', sent_at: expect.any(String) });
    expect(await asked()).toHaveLength(1);
  });

  it('with an amount of 0 is paid without a charge', async () => {
    const { shop, customer } = await sold();
    const free = { ...automatic, lines: [{ description: 'Sample', unit_amount: 0 }] };
    const { body } = await shop.post('/v1/invoices', { customer_id: customer.id, ...free });
    const finalized = await shop.post(`/v1/invoices/${body.id}/finalize`);
    expect(finalized.body).toMatchObject({ status: 'paid', payment_id: null });
    expect(await world().peers.paymentRequestsOf(shop.id)).toEqual([]);
  });

  it('stays open if the card is declined, and is paid on its page', async () => {
    const { shop, path, asked, read } = await drafted({ declines: true });
    const { status, body } = await shop.post(`${path}/finalize`);
    expect([status, body]).toMatchObject([
      200,
      {
        status: 'open',
        attempt_count: 1,
        failure_reason: 'The card was declined.',
        decline_code: 'insufficient_funds',
        payment_url: expect.stringContaining('/pay/'),
      },
    ]);
    expect(await invoiceEvents(shop.id)).toEqual([
      ...['invoice.created', 'invoice.updated', 'invoice.payment_failed'],
    ]);
    const [request] = await asked();
    if (!request) throw new Error('nothing was requested');
    const requestId = `req_${newId()}`;
    await publish(paymentEvent('payment.succeeded', request, shop, { requestId }));
    await eventually(async () =>
      expect(await read()).toMatchObject({ status: 'paid', amount_paid: 36_000 }),
    );
    expect(await asked()).toHaveLength(1);
    // Even if the event arrives before the response to the charge.
    const events = await eventsOf(world(), shop.id);
    expect(events.find(({ type }) => type === 'invoice.paid')?.request.id).toBe(requestId);
  });

  it('stays open if the method was removed after the draft was created', async () => {
    const { shop, customer, path } = await drafted();
    await world().query('delete from peers.saved_cards where saves_for = $1', [customer.id]);
    const { body } = await shop.post(`${path}/finalize`);
    expect(body).toMatchObject({ status: 'open', attempt_count: 1, decline_code: null });
    expect(body.failure_reason).toContain('no saved payment method');
    expect(body.payment_url).toContain('/pay/');
  });

  it('is charged once although responses of the ledger are lost', async () => {
    const { shop, path, asked, read } = await drafted();
    world().peers.faults.lostAnswers = 2;
    const key = { idempotencyKey: newId() };
    await shop.post(`${path}/finalize`, {}, key);
    await eventually(async () => expect((await read()).status).toBe('paid'));
    const again = await shop.post(`${path}/finalize`, {}, key);
    expect(again).toMatchObject({ status: 200, body: { status: 'paid', amount_paid: 36_000 } });
    const charged = (await asked()).filter(({ status }) => status === 'succeeded');
    expect(charged).toMatchObject([{ amount: 36_000 }]);
    expect(world().peers.faults.lostAnswers).toBe(0);
  });

  it('is charged once by concurrent requests to two processes', async () => {
    const { shop, path, asked, read } = await drafted();
    const finalize = (index: number) =>
      billing(index % 2).call('POST', `${path}/finalize`, { caller: shop.caller, body: {} });
    const replies = await Promise.all([0, 1, 2, 3].map(finalize));
    for (const { status } of replies) expect([200, 409, 503]).toContain(status);
    await eventually(async () => expect((await read()).status).toBe('paid'));
    expect(await asked()).toMatchObject([{ amount: 36_000, status: 'succeeded' }]);
    const paid = (await invoiceEvents(shop.id)).filter((type) => type === 'invoice.paid');
    expect(paid).toHaveLength(1);
  });

  it('can be credited to the card like any other invoice', async () => {
    const { shop, path, draft, read } = await drafted();
    await shop.post(`${path}/finalize`);
    const note = await shop.post('/v1/credit_notes', { invoice_id: draft.id, credit_to: 'card' });
    expect(note).toMatchObject({ status: 201, body: { total: 36_000, credit_to: 'card' } });
    expect(await read()).toMatchObject({ status: 'paid', amount_credited: 36_000 });
  });
});

describe('the collection method of a draft', () => {
  it('is refused if the customer has no saved method, or only a disputed one', async () => {
    const { shop, customer, write } = await sold(null);
    const refused = await write();
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_request']);
    expect(refused.body.message).toContain('collection_method: the customer has no saved payment');
    const { body: draft } = await write({ lines });
    const path = `/v1/invoices/${draft.id}`;
    const change = { collection_method: 'charge_automatically' };
    expect((await shop.patch(path, change)).status).toBe(400);
    await world().peers.saveCard(customer.id, { declines: false });
    expect((await shop.patch(path, change)).body).toMatchObject(change);
    await world().query('update peers.saved_cards set disputed = true where saves_for = $1', [
      customer.id,
    ]);
    expect((await write()).status).toBe(400);
    const back = await shop.patch(path, { collection_method: null });
    expect(back.body.collection_method).toBe('send_invoice');
  });

  it('gives a repeated request the first response, although the method is gone', async () => {
    const { shop, customer } = await sold();
    const body = { customer_id: customer.id, ...automatic };
    const first = await shop.post('/v1/invoices', body, { idempotencyKey: 'c' });
    await world().query('delete from peers.saved_cards where saves_for = $1', [customer.id]);
    const again = await shop.post('/v1/invoices', body, { idempotencyKey: 'c' });
    expect(again).toMatchObject({ status: 201, body: first.body });
  });

  it('is send_invoice by default: nothing is charged', async () => {
    const { shop, write } = await sold();
    const { body: draft } = await write({ lines });
    expect(draft.collection_method).toBe('send_invoice');
    const { body } = await shop.post(`/v1/invoices/${draft.id}/finalize`);
    expect(body).toMatchObject({ status: 'open', payment_id: null, attempt_count: 0 });
    expect(await world().peers.paymentRequestsOf(shop.id)).toEqual([]);
  });
});

it('refuses to send an invoice to a customer without an email address, and changes nothing', async () => {
  const shop = await openShop({ currency: 'EUR' });
  const { body: customer } = await shop.post('/v1/customers', { name: 'Bob' });
  const { body: draft } = await shop.post('/v1/invoices', { customer_id: customer.id, lines });
  const path = `/v1/invoices/${draft.id}`;
  const refused = await shop.post(`${path}/send`);
  expect([refused.status, refused.body.error]).toEqual([409, 'conflict']);
  expect(refused.body.message).toContain('PATCH /v1/customers/{customer_id}');
  expect((await shop.get(path)).body).toMatchObject({ status: 'draft', sent_at: null });
  await shop.patch(`/v1/customers/${customer.id}`, { email: 'bob@b.example' });
  expect((await shop.post(`${path}/send`)).body.sent_at).toEqual(expect.any(String));
});
