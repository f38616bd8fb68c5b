import type {
  InvoiceKind,
  Letter,
  LetterValues,
  PaymentKind,
  SubscriptionKind,
  Told,
} from './model.ts';

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

const nothing: LetterValues = {
  ...{ paymentId: null, invoiceId: null, creditNoteId: null },
  ...{ customer: null, plan: null, at: null },
  ...{ confirmationId: null, amount: null, currency: null, reference: null, name: null },
  consolePath: null,
  isAutomatic: false,
};

/** Emails triggered by an event. */
export function lettersFor(told: Told): readonly Letter[] {
  const { causeId, accountId } = told;
  const toAny = { causeId, accountId, receiver: null, delayMs: 0 };
  switch (told.type) {
    case 'payment.created':
    case 'payment.succeeded':
    case 'refund.succeeded': {
      const { paymentId, invoiceId, amount, currency, reference, receiver } = told;
      const kind = kinds[told.type];
      const mayBePaid = kind === 'payment_request' && invoiceId !== null;
      const about = { paymentId, invoiceId, amount: String(amount), currency, reference };
      const delayMs = mayBePaid ? INVOICE_DELAY_MS : 0;
      return [{ ...toAny, kind, receiver, values: { ...nothing, ...about }, delayMs }];
    }
    case 'invoice.paid': {
      const values = { ...nothing, invoiceId: told.invoiceId, isAutomatic: true };
      return [{ ...toAny, kind: kinds[told.type], values, delayMs: INVOICE_DELAY_MS }];
    }
    case 'invoice.sent':
    case 'invoice.payment_failed':
    case 'invoice.overdue':
    case 'invoice.reminder_due': {
      const { invoiceId, dueAt: at } = told;
      return [{ ...toAny, kind: kinds[told.type], values: { ...nothing, invoiceId, at } }];
    }
    case 'credit_note.created': {
      const { creditNoteId } = told;
      return [{ ...toAny, kind: 'credit_note', values: { ...nothing, creditNoteId } }];
    }
    case 'subscription.updated':
    case 'subscription.trial_will_end':
    case 'subscription.canceled':
    case 'subscription.expired': {
      // The event is also published for changes that customers never see, such as the payment
      // method.
      const isUpdate = told.type === 'subscription.updated';
      if (isUpdate && !told.isChanged && !told.isEnding) return [];
      const { customer, plan, amount, currency, at } = told;
      const values = { ...nothing, customer, plan, amount: String(amount), currency, at };
      const isEnd = isUpdate && told.isEnding && !told.isChanged;
      return [{ ...toAny, kind: isEnd ? 'subscription_ending' : kinds[told.type], values }];
    }
    case 'payment_method.expiring': {
      const { customer, name } = told;
      return [{ ...toAny, kind: 'card_expiring', values: { ...nothing, customer, name } }];
    }
    case 'api_key.created':
    case 'api_key.rotated': {
      const kind = told.type === 'api_key.created' ? 'key_made' : 'key_rotated';
      return [{ ...toAny, kind, values: { ...nothing, name: told.name } }];
    }
    case 'webhook_endpoint.failing':
    case 'webhook_endpoint.disabled': {
      const { type, name, at } = told;
      const kind = type === 'webhook_endpoint.failing' ? 'endpoint_failing' : 'endpoint_disabled';
      return [{ ...toAny, kind, values: { ...nothing, name, at } }];
    }
    case 'email_confirmation.requested': {
      const { confirmationId, receiver, purpose: kind } = told;
      return [{ ...toAny, kind, receiver, values: { ...nothing, confirmationId } }];
    }
    case 'dispute.created':
    case 'dispute.lost': {
      const { amount, currency, reason: name, at, isLost, disputeId } = told;
      const money = { amount: String(amount), currency };
      const values = { ...nothing, ...money, name, at, consolePath: `disputes/${disputeId}` };
      return [{ ...toAny, kind: isLost ? 'dispute_lost' : 'dispute_opened', values }];
    }
    case 'refund.failed': {
      const { amount, currency, refundId } = told;
      const money = { amount: String(amount), currency };
      const values = { ...nothing, ...money, consolePath: `refunds/${refundId}` };
      return [{ ...toAny, kind: 'refund_failed', values }];
    }
    case 'payout.failed': {
      const { amount, currency, reference } = told;
      const values = { ...nothing, amount: String(amount), currency, reference };
      return [{ ...toAny, kind: 'payout_failed', values }];
    }
  }
}
