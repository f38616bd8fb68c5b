import {
  confirmationPurposes,
  type DomainEvent,
  parsePublicId,
  type Uuid,
} from '@florin/contracts';
import { z } from 'zod';
import type { MailTrigger } from '../domain/mail.ts';

const ofAccount = z.object({ account_id: z.string() });
const money = ofAccount.extend({ amount: z.int().positive(), currency: z.string() });
const paymentSchema = money.extend({
  id: z.string(),
  customer_email: z.string(),
  reference: z.string().nullish(),
  metadata: z.object({ invoice_id: z.string().optional().catch(undefined) }).catch({}),
});
const refundSchema = money.extend({ payment_id: z.string() });
const disputeSchema = money.extend({
  id: z.string(),
  reason: z.string(),
  status: z.string(),
  evidence_due_at: z.string().nullish(),
});
const failedRefundSchema = money.extend({ id: z.string() });
const payoutSchema = money.extend({ reference: z.string().nullish() });
const keySchema = ofAccount.extend({ name: z.string().nullish(), prefix: z.string() });
const endpointSchema = ofAccount.extend({ url: z.string(), failing_since: z.string().nullish() });
const invoiceSchema = ofAccount.extend({
  id: z.string(),
  resolved_customer_id: z.string().nullish(),
  due_at: z.string().nullish(),
  total: z.int().nullish(),
  payment_id: z.string().nullish(),
  transaction_id: z.string().nullish(),
  outside_reference: z.string().nullish(),
});
const creditNoteSchema = ofAccount.extend({
  id: z.string(),
  resolved_customer_id: z.string().nullish(),
});
const instant = z
  .string()
  .nullish()
  .transform((text) => text ?? null);
const termsSchema = z.object({
  plan: z.string(),
  plan_id: z.string().optional(),
  amount: z.int(),
  items: z.array(z.object({ plan_id: z.string(), amount: z.int() })).default([]),
});
const subscriptionSchema = ofAccount.extend({
  ...termsSchema.shape,
  currency: z.string(),
  resolved_customer_id: z.string().nullish(),
  pending_change: termsSchema.extend({ effective_at: z.string() }).nullish(),
  ...{ trial_end: instant, ended_at: instant, cancel_at: instant },
});
const methodSchema = ofAccount.extend({
  customer_id: z.string(),
  card: z
    .object({
      ...{ brand: z.string(), last4: z.string() },
      ...{ exp_month: z.int().nullish(), exp_year: z.int().nullish() },
    })
    .nullable(),
});
/** Changes of a subscription that customers notice. */
const CHANGES = ['plan', 'quantity', 'amount', 'pending_change'];
const confirmationSchema = z.object({
  id: z.string(),
  email: z.string(),
  // Undefined for a purpose of a newer identity, which has no texts here.
  purpose: z.enum(confirmationPurposes).optional().catch(undefined),
});

/** Parses an event that may cause an email; unknown fields are ignored. */
export function readEvent({
  id: causeId,
  type,
  account_id,
  data,
}: DomainEvent): MailTrigger | undefined {
  switch (type) {
    case 'payment.created':
    case 'payment.succeeded': {
      const payment = paymentSchema.parse(data.object);
      const { amount, currency, customer_email: receiver, reference = null } = payment;
      const invoiceId = parsePublicId('invoice', payment.metadata.invoice_id ?? '') ?? null;
      const ids = idsOf(payment.account_id, payment.id);
      return ids && { causeId, type, ...ids, amount, currency, receiver, reference, invoiceId };
    }
    case 'refund.succeeded': {
      const { account_id, payment_id, amount, currency } = refundSchema.parse(data.object);
      const ids = idsOf(account_id, payment_id);
      const rest = { receiver: null, reference: null, invoiceId: null };
      return ids && { causeId, type, ...ids, amount, currency, ...rest };
    }
    case 'invoice.sent':
    case 'invoice.paid':
    case 'invoice.payment_failed':
    case 'invoice.overdue':
    case 'invoice.reminder_due': {
      const invoice = invoiceSchema.parse(data.object);
      const { id, account_id: seller, resolved_customer_id, due_at: dueAt = null } = invoice;
      if (type === 'invoice.paid' && !isWithoutReceipt(invoice)) return undefined;
      const accountId = parsePublicId('account', seller);
      const invoiceId = parsePublicId('invoice', id);
      // Accounts that pay get events, not email.
      const isOfCustomer = resolved_customer_id !== null;
      return accountId && invoiceId && isOfCustomer
        ? { causeId, type, accountId, invoiceId, dueAt }
        : undefined;
    }
    case 'credit_note.created': {
      const { id, account_id, resolved_customer_id } = creditNoteSchema.parse(data.object);
      const accountId = parsePublicId('account', account_id);
      const creditNoteId = parsePublicId('creditNote', id);
      return accountId && creditNoteId && resolved_customer_id !== null
        ? { causeId, type, accountId, creditNoteId }
        : undefined;
    }
    case 'subscription.trial_will_end':
    case 'subscription.updated':
    case 'subscription.canceled':
    case 'subscription.expired': {
      const subscription = subscriptionSchema.parse(data.object);
      const accountId = parsePublicId('account', subscription.account_id);
      const customer = subscription.resolved_customer_id;
      if (!accountId || !customer) return undefined;
      const { pending_change, trial_end, ended_at, cancel_at } = subscription;
      const after = type === 'subscription.updated' ? pending_change : null;
      const { plan, plan_id, amount, items } = after ?? subscription;
      const isEnding = Object.hasOwn(data.previous ?? {}, 'cancel_at') && cancel_at !== null;
      const at = {
        'subscription.trial_will_end': trial_end,
        'subscription.updated': after?.effective_at ?? (isEnding ? cancel_at : null),
        'subscription.canceled': ended_at ?? cancel_at,
        'subscription.expired': ended_at,
      }[type];
      const isChanged = CHANGES.some((name) => Object.hasOwn(data.previous ?? {}, name));
      const { currency } = subscription;
      return {
        causeId,
        type,
        accountId,
        customer,
        plan: plan_id ?? plan,
        amount,
        items: items.map((item) => ({ plan: item.plan_id, price: String(item.amount) })),
        currency,
        at,
        isChanged,
        isEnding,
      };
    }
    case 'payment_method.expiring': {
      const { account_id: seller, customer_id: customer, card } = methodSchema.parse(data.object);
      const accountId = parsePublicId('account', seller);
      if (!accountId || !card) return undefined;
      const { brand, last4, exp_month: month, exp_year: year } = card;
      const until = month && year ? ` (${String(month).padStart(2, '0')}/${year})` : '';
      return { causeId, type, accountId, customer, name: `${brand} •••• ${last4}${until}` };
    }
    case 'dispute.created':
    case 'dispute.lost': {
      const dispute = disputeSchema.parse(data.object);
      const {
        id: disputeId,
        amount,
        currency,
        reason,
        status,
        evidence_due_at: at = null,
      } = dispute;
      const accountId = parsePublicId('account', dispute.account_id);
      // A bank may close a dispute before any money is withheld.
      if (!accountId || status === 'won') return undefined;
      const isLost = status === 'lost';
      return { causeId, type, accountId, disputeId, amount, currency, reason, isLost, at };
    }
    case 'refund.failed': {
      const { account_id, id: refundId, amount, currency } = failedRefundSchema.parse(data.object);
      const accountId = parsePublicId('account', account_id);
      return accountId ? { causeId, type, accountId, refundId, amount, currency } : undefined;
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
    case 'webhook_endpoint.failing':
    case 'webhook_endpoint.disabled': {
      const { account_id, url: name, failing_since: at = null } = endpointSchema.parse(data.object);
      const accountId = parsePublicId('account', account_id);
      return accountId ? { causeId, type, accountId, name, at } : undefined;
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

/** Whether a sale was paid outside the ledger: ledger payments have a receipt. */
function isWithoutReceipt(invoice: z.output<typeof invoiceSchema>): boolean {
  const { total, payment_id, transaction_id, outside_reference } = invoice;
  if (!total) return false;
  return outside_reference != null || (payment_id == null && transaction_id == null);
}

function idsOf(account: string, payment: string): { accountId: Uuid; paymentId: Uuid } | undefined {
  const accountId = parsePublicId('account', account);
  const paymentId = parsePublicId('paymentRequest', payment);
  return accountId && paymentId ? { accountId, paymentId } : undefined;
}
