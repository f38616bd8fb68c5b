import type { Letter, LetterKind, Told } from './model.ts';

/** A saved card may pay what an invoice asks for at once: then nobody needs to be asked. */
const INVOICE_DELAY_MS = 30_000;

const kinds: Readonly<Record<Told['type'], LetterKind>> = {
  'payment.created': 'payment_request',
  'payment.succeeded': 'receipt',
  'refund.succeeded': 'refund',
};

/** Who has to hear of what has happened. */
export function lettersFor(told: Told): readonly Letter[] {
  const { causeId, accountId, paymentId, receiver, amount, currency, reference } = told;
  const kind = kinds[told.type];
  const delayMs = kind === 'payment_request' && told.isOfInvoice ? INVOICE_DELAY_MS : 0;
  const values = { paymentId, amount: String(amount), currency, reference };
  return [{ causeId, kind, accountId, receiver, values, delayMs }];
}
