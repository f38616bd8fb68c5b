import { changed, type Invoice, type InvoiceChange, openOf } from './invoice/model.ts';
import type { PaymentLink } from './subscription/commands.ts';

export const IS_BEING_PAID = 'a customer is paying this invoice right now; check it again later';

/** Reason why an invoice has no payment page; undefined if it can have one. */
export function refusalOfLink({
  status,
  payerAccountId,
  subscriptionId,
}: Invoice): string | undefined {
  switch (status) {
    case 'paid':
      return 'this invoice is already paid';
    case 'void':
      return 'this invoice is void; it is no longer owed';
    case 'draft':
      return subscriptionId === null
        ? 'this invoice is a draft; finalize it before it is paid'
        : 'this invoice is still being created; retry in a second';
    case 'open':
    case 'uncollectible':
      return payerAccountId === null
        ? undefined
        : 'the balance of an account pays this invoice; record a credit there, and the next attempt collects it';
    default:
      return status satisfies never;
  }
}

/** Reason why an invoice cannot be marked as paid outside Florin; undefined if it can. */
export function refusalOfOutside({ status }: Invoice): string | undefined {
  switch (status) {
    case 'paid':
      return 'this invoice is already paid';
    case 'void':
      return 'this invoice is void; it is no longer owed';
    case 'draft':
      return 'this invoice is a draft; finalize it first';
    case 'open':
    case 'uncollectible':
      return undefined;
    default:
      return status satisfies never;
  }
}

const OUTSIDE_PAYMENTS_MAX = 100;

/**
 * Reason why an amount cannot be recorded as paid outside Florin; undefined if it can.
 * @param isRetried whether its automatic charge failed and will be repeated
 */
export function refusalOfAmount(
  invoice: Invoice,
  amount: bigint,
  isRetried: boolean,
): string | undefined {
  if (amount >= openOf(invoice)) return undefined;
  if (isRetried)
    return 'amount: automatic charges of this invoice are not finished; record its whole amount, or wait for their result';
  return invoice.outsidePayments.length >= OUTSIDE_PAYMENTS_MAX - 1
    ? `amount: an invoice has at most ${OUTSIDE_PAYMENTS_MAX} payments; record the whole open amount`
    : undefined;
}

/**
 * Attaches the payment request of an invoice. If the invoice is no longer owed, the request is
 * marked for cancellation in the ledger.
 * @returns undefined if nothing changes: it has this request already, or was paid.
 */
export function attachLink(
  invoice: Invoice,
  payment: PaymentLink,
  at: number,
): InvoiceChange | undefined {
  const { status, paymentState } = invoice;
  if (status === 'paid') return undefined;
  const isOwed = refusalOfLink(invoice) === undefined;
  if (isOwed && invoice.payment?.id === payment.id && paymentState === 'open') return undefined;
  return {
    type: 'invoice.updated',
    invoice: { ...changed(invoice, at), payment, paymentState: isOwed ? 'open' : 'to_cancel' },
  };
}
