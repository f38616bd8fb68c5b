import { newId, toPublicId } from '@florin/contracts';
import { eventually } from '@florin/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { assertBooks } from './books.ts';
import { disputeEvent, refundClient } from './money-back.ts';
import { useBilling } from './use-billing.ts';

const { world, billing, openShop, publish } = useBilling({ withNats: true });
beforeEach(() => world().clock.set('2026-01-01T00:00:00Z'));
afterEach(async () => {
  await assertBooks(world());
});

/** A paid invoice of 10 000 with refunds and disputes unknown to billing. */
async function openPaid() {
  const shop = await openShop({ currency: 'USD' });
  const { body: customer } = await shop.post('/v1/customers', { email: 'b@example.com' });
  const lines = [{ description: 'Consulting', unit_amount: 10_000 }];
  const { body: draft } = await shop.post('/v1/invoices', { customer_id: customer.id, lines });
  await shop.post(`/v1/invoices/${draft.id}/send`);
  const { status } = await shop.post(`/v1/invoices/${draft.id}/mark_paid`, { reference: 'wire' });
  expect(status).toBe(200);
  const { record } = refundClient(billing().grpcPort);
  return {
    shop,
    invoiceId: draft.id as string,
    invoice: async () => (await shop.get(`/v1/invoices/${draft.id}`)).body,
    note: (amount: number) =>
      shop.post('/v1/credit_notes', { invoice_id: draft.id, amount, credit_to: 'outside' }),
    record: (made: Parameters<typeof record>[2], amount: number) =>
      record(shop, draft.id, made, amount),
  };
}

it('counts an earlier refund once, and never refunds its money again', async () => {
  const { record, invoice, note } = await openPaid();
  const refundId = newId();
  await record({ refundId }, 4_000);
  await record({ refundId }, 4_000);
  expect(await invoice()).toMatchObject({ amount_refunded: 4_000 });
  expect((await note(6_001)).status).toBe(409);
  expect((await note(6_000)).status).toBe(201);
});

it('counts an earlier refund as far as credit notes left money for it', async () => {
  const { record, invoice, note } = await openPaid();
  expect((await note(7_000)).status).toBe(201);
  await record({ refundId: newId() }, 4_000);
  expect(await invoice()).toMatchObject({ amount_credited: 7_000, amount_refunded: 3_000 });
});

it('counts an earlier dispute by its status, and continues with its events', async () => {
  const { shop, record, invoice, invoiceId, note } = await openPaid();
  const disputeId = newId();
  const disputeStatus = 'under_review';
  await record({ disputeId, disputeStatus }, 10_000);
  await record({ disputeId, disputeStatus }, 10_000);
  expect(await invoice()).toMatchObject({ amount_disputed: 10_000 });
  expect((await note(1)).status).toBe(409);
  await publish(disputeEvent(shop, invoiceId, disputeId, 'won'));
  await eventually(async () => expect(await invoice()).toMatchObject({ amount_disputed: 0 }));
  expect((await note(1)).status).toBe(201);
});

it('ignores a payment that only names the invoice', async () => {
  const { shop, invoice, invoiceId } = await openPaid();
  const { record } = refundClient(billing().grpcPort);
  const stranger = await openShop({ currency: 'USD' });
  const recorded = record({ ...shop, id: stranger.id }, invoiceId, { refundId: newId() }, 4_000);
  await expect(recorded).rejects.toMatchObject({ code: 'not_found' });
  expect(await invoice()).toMatchObject({ amount_refunded: 0 });
  expect(toPublicId('account', stranger.id)).not.toBe(shop.publicId);
});
