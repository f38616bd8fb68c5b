import type {
  InvoiceKind,
  MailTrigger,
  Message,
  MessageValues,
  PaymentKind,
  SubscriptionKind,
} from './mail.ts';

/** A saved card may pay the invoice immediately; then no payment request is needed. */
const INVOICE_DELAY_MS = 30_000;

const kinds = {
  'payment.created': 'payment_request',
  'payment.succeeded': 'receipt',
  'refund.succeeded': 'refund',
  'invoice.sent': 'invoice',
  'invoice.paid': 'invoice',
  'invoice.payment_failed': 'payment_failed',
  'invoice.overdue': 'reminder',
  'invoice.reminder_due': 'reminder',
  'subscription.trial_will_end': 'trial_ending',
  'subscription.updated': 'subscription_changed',
  'subscription.canceled': 'subscription_ended',
  'subscription.expired': 'subscription_ended',
} as const satisfies Readonly<Record<string, PaymentKind | InvoiceKind | SubscriptionKind>>;

const nothing: MessageValues = {
  ...{ paymentId: null, invoiceId: null, creditNoteId: null },
  ...{ customer: null, plan: null, items: [], at: null },
  ...{ confirmationId: null, amount: null, currency: null, reference: null, name: null },
  consolePath: null,
  isAutomatic: false,
};

/** Emails triggered by an event. */
export function messagesFor(trigger: MailTrigger): readonly Message[] {
  const { causeId, accountId } = trigger;
  const toAny = { causeId, accountId, receiver: null, delayMs: 0 };
  switch (trigger.type) {
    case 'payment.created':
    case 'payment.succeeded':
    case 'refund.succeeded': {
      const { paymentId, invoiceId, amount, currency, reference, receiver } = trigger;
      const kind = kinds[trigger.type];
      const mayBePaid = kind === 'payment_request' && invoiceId !== null;
      const about = { paymentId, invoiceId, amount: String(amount), currency, reference };
      const delayMs = mayBePaid ? INVOICE_DELAY_MS : 0;
      return [{ ...toAny, kind, receiver, values: { ...nothing, ...about }, delayMs }];
    }
    case 'invoice.paid': {
      const values = { ...nothing, invoiceId: trigger.invoiceId, isAutomatic: true };
      return [{ ...toAny, kind: kinds[trigger.type], values, delayMs: INVOICE_DELAY_MS }];
    }
    case 'invoice.sent':
    case 'invoice.payment_failed':
    case 'invoice.overdue':
    case 'invoice.reminder_due': {
      const { invoiceId, dueAt: at } = trigger;
      return [{ ...toAny, kind: kinds[trigger.type], values: { ...nothing, invoiceId, at } }];
    }
    case 'credit_note.created': {
      const { creditNoteId } = trigger;
      return [{ ...toAny, kind: 'credit_note', values: { ...nothing, creditNoteId } }];
    }
    case 'subscription.updated':
    case 'subscription.trial_will_end':
    case 'subscription.canceled':
    case 'subscription.expired': {
      // The event is also published for changes that customers never see, such as the payment
      // method.
      const isUpdate = trigger.type === 'subscription.updated';
      if (isUpdate && !trigger.isChanged && !trigger.isEnding) return [];
      const { customer, plan, items, amount, currency, at } = trigger;
      const values = { ...nothing, customer, plan, items, amount: String(amount), currency, at };
      const isEnd = isUpdate && trigger.isEnding && !trigger.isChanged;
      return [{ ...toAny, kind: isEnd ? 'subscription_ending' : kinds[trigger.type], values }];
    }
    case 'payment_method.expiring': {
      const { customer, name } = trigger;
      return [{ ...toAny, kind: 'card_expiring', values: { ...nothing, customer, name } }];
    }
    case 'api_key.created':
    case 'api_key.rotated': {
      const kind = trigger.type === 'api_key.created' ? 'key_made' : 'key_rotated';
      return [{ ...toAny, kind, values: { ...nothing, name: trigger.name } }];
    }
    case 'webhook_endpoint.failing':
    case 'webhook_endpoint.disabled': {
      const { type, name, at } = trigger;
      const kind = type === 'webhook_endpoint.failing' ? 'endpoint_failing' : 'endpoint_disabled';
      return [{ ...toAny, kind, values: { ...nothing, name, at } }];
    }
    case 'email_confirmation.requested': {
      const { confirmationId, receiver, purpose: kind } = trigger;
      return [{ ...toAny, kind, receiver, values: { ...nothing, confirmationId } }];
    }
    case 'dispute.created':
    case 'dispute.lost': {
      const { amount, currency, reason: name, at, isLost, disputeId } = trigger;
      const money = { amount: String(amount), currency };
      const values = { ...nothing, ...money, name, at, consolePath: `disputes/${disputeId}` };
      return [{ ...toAny, kind: isLost ? 'dispute_lost' : 'dispute_opened', values }];
    }
    case 'refund.failed': {
      const { amount, currency, refundId } = trigger;
      const money = { amount: String(amount), currency };
      const values = { ...nothing, ...money, consolePath: `refunds/${refundId}` };
      return [{ ...toAny, kind: 'refund_failed', values }];
    }
    case 'payout.failed': {
      const { amount, currency, reference } = trigger;
      const values = { ...nothing, amount: String(amount), currency, reference };
      return [{ ...toAny, kind: 'payout_failed', values }];
    }
  }
}
