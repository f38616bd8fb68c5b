import { type DomainEvent, parsePublicId } from '@florin/contracts';
import type { Transaction } from 'kysely';
import { z } from 'zod';
import type { BillingTables } from '../../schema.ts';
import { type Payment, recordEndedRequest, recordPaidRequest } from './operations.ts';

const END_TYPES: readonly string[] = ['payment.succeeded', 'payment.failed', 'payment.canceled'];

/** Fields of a payment request that billing reads; the ledger may add others. */
const paymentSchema = z.object({
  id: z.string(),
  account_id: z.string(),
  amount: z.int().positive(),
  currency: z.string(),
  metadata: z.object({ invoice_id: z.string().optional().catch(undefined) }).catch({}),
});

/** Handles payment.* of the ledger: a payment request was paid, or can no longer be paid. */
export async function onPaymentEnded(
  tx: Transaction<BillingTables>,
  events: readonly DomainEvent[],
): Promise<void> {
  for (const event of events) {
    const payment = END_TYPES.includes(event.type) ? toPayment(event) : undefined;
    if (!payment) continue;
    if (event.type === 'payment.succeeded') await recordPaidRequest(tx, payment);
    else await recordEndedRequest(tx, payment);
  }
}

/** Undefined for payments without an invoice. */
function toPayment({ data, request }: DomainEvent): Payment | undefined {
  const { id, account_id, amount, currency, metadata } = paymentSchema.parse(data.object);
  const invoiceId = parsePublicId('invoice', metadata.invoice_id ?? '');
  const paymentId = parsePublicId('paymentRequest', id);
  const accountId = parsePublicId('account', account_id);
  if (invoiceId === undefined || paymentId === undefined || accountId === undefined)
    return undefined;
  const cause = { requestId: request.id, idempotencyKey: request.idempotency_key };
  return { paymentId, invoiceId, accountId, amount: BigInt(amount), currency, cause };
}
