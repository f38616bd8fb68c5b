import { type DomainEvent, newId, parsePublicId, toPublicId, type Uuid } from '@florin/contracts';
import { grpcServices } from '@florin/contracts/protos';
import { makeClient } from '@florin/grpc';
import { peerAt } from '@florin/testing';
import { expect, onTestFinished } from 'vitest';
import type { Shop } from './start-billing.ts';

/** Reserves and releases refunds like processors; closed with the test. */
export function refundClient(grpcPort: number) {
  const client = makeClient(grpcServices.billing, peerAt('processors', 'billing', grpcPort));
  onTestFinished(() => client.close());
  const context = { requestId: newId(), timeoutMs: 60_000 };
  const idOf = (invoiceId: string): Uuid => parsePublicId('invoice', invoiceId) ?? expect.fail();
  return {
    /** Undefined requests everything that is left. */
    reserve: async (
      shop: Shop,
      invoiceId: string,
      amount?: number,
      { refundId = newId(), paid = 10_000 } = {},
    ) => {
      const { payment_id } = (await shop.get(`/v1/invoices/${invoiceId}`)).body;
      const paymentId = parsePublicId('paymentRequest', payment_id ?? '') ?? newId();
      const payment = { accountId: shop.id, invoiceId: idOf(invoiceId), paymentId };
      const asked = { amount: String(amount ?? paid), takesLess: amount === undefined };
      const request = { ...payment, amountPaid: String(paid), refundId, ...asked };
      const reply = await client.reserveRefund(request, context);
      return Number(reply.amount);
    },
    release: (invoiceId: string, refundId: Uuid) =>
      client.releaseRefund({ invoiceId: idOf(invoiceId), refundId }, context),
    /** Reports a refund or a dispute from before billing kept books. */
    record: async (
      shop: Shop,
      invoiceId: string,
      made: Partial<Record<'refundId' | 'disputeId' | 'disputeStatus', string>>,
      amount: number,
    ) => {
      const { payment_id } = (await shop.get(`/v1/invoices/${invoiceId}`)).body;
      const paymentId = parsePublicId('paymentRequest', payment_id ?? '') ?? newId();
      const payment = { accountId: shop.id, invoiceId: idOf(invoiceId), paymentId };
      const none = { refundId: '', disputeId: '', disputeStatus: '' };
      const amounts = { amountPaid: '10000', amount: String(amount) };
      await client.recordMoneyBack({ ...none, ...made, ...payment, ...amounts }, context);
    },
  };
}

/** A processors' event about a dispute of an invoice. */
export function disputeEvent(
  shop: Shop,
  invoiceId: string,
  id: Uuid,
  status: string,
  amount = 10_000,
): DomainEvent {
  return {
    ...{ id: newId(), type: 'dispute.updated', created_at: '2026-01-02T00:00:00.000Z' },
    ...{ account_id: shop.id, aggregate_id: id, aggregate_sequence: 1 },
    data: {
      object: {
        ...{ id: toPublicId('dispute', id), account_id: shop.publicId, invoice_id: invoiceId },
        ...{ amount, status },
      },
    },
    request: { id: null, idempotency_key: null },
  };
}

/** A processors' event about a failed refund of an invoice. */
export function refundFailedEvent(
  shop: Shop,
  invoiceId: string,
  refundId: string,
  amount: number,
): DomainEvent {
  return {
    ...{ id: newId(), type: 'refund.failed', created_at: '2026-01-02T00:00:00.000Z' },
    ...{ account_id: shop.id, aggregate_id: newId(), aggregate_sequence: 1 },
    data: {
      object: {
        ...{ id: refundId, account_id: shop.publicId, invoice_id: invoiceId },
        ...{ amount, status: 'failed' },
      },
    },
    request: { id: null, idempotency_key: null },
  };
}
