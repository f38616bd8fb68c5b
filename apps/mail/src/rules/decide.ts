import type { CustomerKind, Letter, LetterValues, PaymentTold, Told } from './model.ts';

/** A saved card may pay what an invoice asks for at once: then nobody needs to be asked. */
const INVOICE_DELAY_MS = 30_000;

const customerKinds: Readonly<Record<PaymentTold['type'], CustomerKind>> = {
  'payment.created': 'payment_request',
  'payment.succeeded': 'receipt',
  'refund.succeeded': 'refund',
};
const nothing: LetterValues = {
  ...{ paymentId: null, confirmationId: null },
  ...{ amount: null, currency: null, reference: null, name: null },
};

/** Who has to hear of what has happened. */
export function lettersFor(told: Told): readonly Letter[] {
  const { causeId, accountId } = told;
  const toOwner = { causeId, accountId, receiver: null, delayMs: 0 };
  switch (told.type) {
    case 'payment.created':
    case 'payment.succeeded':
    case 'refund.succeeded': {
      const { paymentId, amount, currency, reference, receiver } = told;
      const kind = customerKinds[told.type];
      const mayBePaid = kind === 'payment_request' && told.isOfInvoice;
      const values = { ...nothing, paymentId, amount: String(amount), currency, reference };
      const delayMs = mayBePaid ? INVOICE_DELAY_MS : 0;
      return [{ causeId, kind, accountId, receiver, values, delayMs }];
    }
    case 'api_key.created':
    case 'api_key.rotated': {
      const kind = told.type === 'api_key.created' ? 'key_made' : 'key_rotated';
      return [{ ...toOwner, kind, values: { ...nothing, name: told.name } }];
    }
    case 'email_confirmation.requested': {
      const { confirmationId, receiver, purpose: kind } = told;
      const values = { ...nothing, confirmationId };
      return [{ causeId, kind, accountId, receiver, values, delayMs: 0 }];
    }
    case 'payout.failed': {
      const { amount, currency, reference } = told;
      const values = { ...nothing, amount: String(amount), currency, reference };
      return [{ ...toOwner, kind: 'payout_failed', values }];
    }
  }
}
