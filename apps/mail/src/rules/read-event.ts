import {
  confirmationPurposes,
  type DomainEvent,
  parsePublicId,
  type Uuid,
} from '@florin/contracts';
import { z } from 'zod';
import type { Told } from './model.ts';

const ofAccount = z.object({ account_id: z.string() });
const money = ofAccount.extend({ amount: z.int().positive(), currency: z.string() });
const paymentSchema = money.extend({
  id: z.string(),
  customer_email: z.string(),
  reference: z.string().nullish(),
  metadata: z.object({ invoice_id: z.string().optional().catch(undefined) }).catch({}),
});
const refundSchema = money.extend({ payment_id: z.string() });
const payoutSchema = money.extend({ reference: z.string().nullish() });
const keySchema = ofAccount.extend({ name: z.string().nullish(), prefix: z.string() });
const confirmationSchema = z.object({
  id: z.string(),
  email: z.string(),
  // Of a newer identity: nobody here has words for it.
  purpose: z.enum(confirmationPurposes).optional().catch(undefined),
});

/** What an event tells that somebody may have to hear of; its service may add to it. */
export function readEvent({ id: causeId, type, account_id, data }: DomainEvent): Told | undefined {
  switch (type) {
    case 'payment.created':
    case 'payment.succeeded': {
      const payment = paymentSchema.parse(data.object);
      const { amount, currency, customer_email: receiver, reference = null } = payment;
      const isOfInvoice = payment.metadata.invoice_id !== undefined;
      const ids = idsOf(payment.account_id, payment.id);
      return ids && { causeId, type, ...ids, amount, currency, receiver, reference, isOfInvoice };
    }
    case 'refund.succeeded': {
      const { account_id, payment_id, amount, currency } = refundSchema.parse(data.object);
      const ids = idsOf(account_id, payment_id);
      const rest = { receiver: null, reference: null, isOfInvoice: false };
      return ids && { causeId, type, ...ids, amount, currency, ...rest };
    }
    case 'payout.failed': {
      const { account_id, amount, currency, reference = null } = payoutSchema.parse(data.object);
      const accountId = parsePublicId('account', account_id);
      return accountId ? { causeId, type, accountId, amount, currency, reference } : undefined;
    }
    case 'api_key.created':
    case 'api_key.rotated': {
      const { account_id, name, prefix } = keySchema.parse(data.object);
      const accountId = parsePublicId('account', account_id);
      return accountId
        ? { causeId, type, accountId, name: name ? `${name} (${prefix}…)` : prefix }
        : undefined;
    }
    case 'email_confirmation.requested': {
      const { id, email: receiver, purpose } = confirmationSchema.parse(data.object);
      const confirmationId = parsePublicId('emailConfirmation', id);
      return confirmationId && purpose
        ? { causeId, type, accountId: account_id, confirmationId, purpose, receiver }
        : undefined;
    }
    default:
      return undefined;
  }
}

function idsOf(account: string, payment: string): { accountId: Uuid; paymentId: Uuid } | undefined {
  const accountId = parsePublicId('account', account);
  const paymentId = parsePublicId('paymentRequest', payment);
  return accountId && paymentId ? { accountId, paymentId } : undefined;
}
