import { newId, toPublicId } from '@florin/contracts';
import { eventually } from '@florin/testing';
import { describe, expect, it } from 'vitest';
import { paymentEvent } from './payment-events.ts';
import type { Shop } from './start-billing.ts';
import { useBilling } from './use-billing.ts';

const START = '2026-01-01T00:00:00Z';
const { world, openShop, publish, jetStream } = useBilling({ processes: 2, withNats: true });

async function sold(fields: object = {}) {
  world().clock.set(START);
  const shop = await openShop();
  const { body } = await shop.subscribe({ customer_id: 'c1', ...fields });
  const path = `/v1/subscriptions/${body.id}`;
  return {
    shop,
    path,
    invoice: async () => (await shop.get(`/v1/invoices/${body.latest_invoice_id}`)).body,
    read: async () => (await shop.get(path)).body,
  };
}

/** Publishes the ledger's event for a payment request that was paid on its page. */
function announcePaid(shop: Shop, change: object = {}, eventId = newId()): Promise<void> {
  return announce('payment.succeeded', shop, change, eventId);
}

async function announce(
  type: string,
  shop: Shop,
  change: object = {},
  eventId = newId(),
): Promise<void> {
  const [request] = await world().peers.paymentRequestsOf(shop.id);
  if (!request) throw new Error('no payment was requested');
  await publish(paymentEvent(type, request, shop, { id: eventId, change }));
}

const paidEvents = (id: string) =>
  world().query<{ body: string }>(
    "select body from billing.outbox where type = 'invoice.paid' and body like '%' || $1 || '%'",
    [id],
  );

describe('a sent invoice', () => {
  it('is paid exactly once, however often the ledger publishes it', async () => {
    const { shop, invoice, read } = await sold();
    const eventId = newId();
    for (const id of [eventId, eventId, newId()]) await announcePaid(shop, {}, id);
    await eventually(async () => expect((await invoice()).status).toBe('paid'));
    expect(await invoice()).toMatchObject({
      amount_paid: 1_000,
      amount_remaining: 0,
      paid_at: '2026-01-01T00:00:00.000Z',
      attempt_count: 0,
    });
    await announcePaid(shop);
    const { shop: last, invoice: lastInvoice } = await sold();
    await announcePaid(last); // Once this one is paid, all earlier events were handled.
    await eventually(async () => expect((await lastInvoice()).status).toBe('paid'));
    expect(await paidEvents((await invoice()).id)).toHaveLength(1);
    expect((await read()).status).toBe('active');
  });

  it('is not paid by another account’s payment request', async () => {
    const { shop, invoice } = await sold();
    const lies = [
      { id: toPublicId('paymentRequest', newId()) },
      { amount: 1 },
      { currency: 'JPY' },
      { account_id: toPublicId('account', newId()) },
      { metadata: {} },
      { metadata: { invoice_id: 'inv_1' } },
      { metadata: [] },
    ];
    for (const lie of lies) await announcePaid(shop, lie);
    const { shop: last, invoice: lastInvoice } = await sold();
    await announcePaid(last);
    await eventually(async () => expect((await lastInvoice()).status).toBe('paid'));
    expect((await invoice()).status).toBe('open');
  });

  it('makes the subscription past due at the end of the third day, and active when it is paid', async () => {
    const { shop, invoice, read } = await sold();
    world().clock.set('2026-01-04T23:59:58Z');
    expect((await read()).status).toBe('active');
    world().clock.set('2026-01-05T00:00:00Z');
    await eventually(async () => expect((await read()).status).toBe('past_due'));
    expect(await read()).toMatchObject({
      attempt_count: 0,
      next_payment_attempt: null,
      reminder_count: 1,
      next_reminder: '2026-01-06T00:00:00.000Z',
      past_due_reason: expect.stringContaining('no card was saved'),
    });
    expect(await invoice()).toMatchObject({
      attempt_count: 0,
      reminder_count: 1,
      failure_reason: expect.stringContaining('no card was saved'),
    });
    await announcePaid(shop);
    await eventually(async () => expect((await read()).status).toBe('active'));
    expect(await invoice()).toMatchObject({ status: 'paid', failure_reason: null });
    expect(await read()).toMatchObject({ past_due_reason: null, reminder_count: 0 });
  });

  it('cannot be paid after the subscription was canceled', async () => {
    const { shop, path, invoice } = await sold();
    await shop.post(`${path}/cancel`);
    expect(await invoice()).toMatchObject({ status: 'void', due_at: null });
    await eventually(async () =>
      expect(await world().peers.paymentRequestsOf(shop.id)).toMatchObject([
        { status: 'canceled' },
      ]),
    );
  });

  it('is given up with the subscription if it is never paid', async () => {
    const { shop, invoice, read } = await sold();
    for (const day of ['05', '06', '08', '10', '12']) {
      world().clock.set(`2026-01-${day}T00:00:00Z`);
      await eventually(async () => {
        const { status, next_reminder: next } = await read();
        expect(status === 'canceled' || Date.parse(next ?? '') > world().clock.now()).toBe(true);
      });
    }
    expect(await read()).toMatchObject({ cancellation_reason: 'payment_failed' });
    expect(await invoice()).toMatchObject({
      status: 'uncollectible',
      attempt_count: 0,
      reminder_count: 4,
    });
    const published = await world().query<{ type: string }>(
      `select type from billing.outbox where type like 'invoice.%' and body like '%' || $1 || '%'
        order by aggregate_sequence`,
      [(await invoice()).id],
    );
    expect(published.map(({ type }) => type)).toEqual([
      'invoice.created',
      'invoice.overdue',
      'invoice.reminder_due',
      'invoice.reminder_due',
      'invoice.reminder_due',
      'invoice.marked_uncollectible',
    ]);
    await eventually(async () =>
      expect(await world().peers.paymentRequestsOf(shop.id)).toMatchObject([
        { status: 'canceled' },
      ]),
    );
  });

  it('counts as paid even if the money arrived after it was voided', async () => {
    const { shop, path, invoice, read } = await sold();
    await world().query(
      "update peers.payment_requests set status = 'succeeded' where account_id = $1",
      [shop.id],
    );
    await shop.post(`${path}/cancel`);
    await announcePaid(shop);
    await eventually(async () => expect((await invoice()).status).toBe('paid'));
    expect((await read()).status).toBe('canceled');
  });

  it('needs no cancellation if its payment request has failed', async () => {
    const { shop, path, invoice } = await sold();
    await announce('payment.failed', shop);
    const stateIs = (state: string) =>
      eventually(async () => {
        const [row] = await world().query<{ payment_state: string }>(
          'select payment_state from billing.invoices where seller_id = $1',
          [shop.id],
        );
        expect(row?.payment_state).toBe(state);
      });
    await stateIs('ended');
    await shop.post(`${path}/cancel`);
    expect((await invoice()).status).toBe('void');
    await stateIs('ended');
  });

  it('has no due date while the subscription is paused, and stays payable', async () => {
    const { shop, path, invoice } = await sold();
    world().clock.set('2026-01-02T00:00:00Z');
    await shop.post(`${path}/pause`);
    expect(await invoice()).toMatchObject({ status: 'open', due_at: null });
    world().clock.set('2026-06-02T00:00:00Z');
    await shop.post(`${path}/resume`);
    expect(await invoice()).toMatchObject({ due_at: '2026-06-04T23:59:59.000Z' });
    await announcePaid(shop);
    await eventually(async () => expect((await invoice()).status).toBe('paid'));
  });
});

it('publishes its events in order and by its own stream', async () => {
  const { shop } = await sold();
  await eventually(async () => {
    const [left] = await world().query<{ count: string }>(
      'select count(*) from billing.outbox where published_at is null',
    );
    expect(left?.count).toBe('0');
  });
  const { manager } = await jetStream();
  expect((await manager.streams.info('florin_billing')).state.messages).toBeGreaterThan(3);
  expect(shop.id).toBeTruthy();
});
