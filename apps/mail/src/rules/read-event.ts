import { type DomainEvent, parsePublicId } from '@florin/contracts';
import { z } from 'zod';
import type { Told } from './model.ts';

const moneySchema = z.object({
  account_id: z.string(),
  amount: z.int().positive(),
  currency: z.string(),
});
const paymentSchema = moneySchema.extend({
  id: z.string(),
  customer_email: z.string(),
  reference: z.string().nullish(),
  metadata: z.object({ invoice_id: z.string().optional().catch(undefined) }).catch({}),
});
const refundSchema = moneySchema.extend({ payment_id: z.string() });

/** What an event tells that somebody may have to hear of; its service may add to it. */
export function readEvent(event: DomainEvent): Told | undefined {
  const { id: causeId, type, data } = event;
  if (type === 'payment.created' || type === 'payment.succeeded') {
    const payment = paymentSchema.parse(data.object);
    const ids = idsOf(payment.account_id, payment.id);
    if (!ids) return undefined;
    return {
      ...{ causeId, type, ...ids, amount: payment.amount, currency: payment.currency },
      receiver: payment.customer_email,
      reference: payment.reference ?? null,
      isOfInvoice: payment.metadata.invoice_id !== undefined,
    };
  }
  if (type !== 'refund.succeeded') return undefined;
  const { account_id, payment_id, amount, currency } = refundSchema.parse(data.object);
  const ids = idsOf(account_id, payment_id);
  return (
    ids && {
      ...{ causeId, type, ...ids, amount, currency },
      ...{ receiver: null, reference: null, isOfInvoice: false },
    }
  );
}

function idsOf(account: string, payment: string) {
  const accountId = parsePublicId('account', account);
  const paymentId = parsePublicId('paymentRequest', payment);
  return accountId && paymentId ? { accountId, paymentId } : undefined;
}
