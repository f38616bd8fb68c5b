import { changed, type Invoice, type InvoiceChange } from '../invoices/model.ts';
import type { PaymentLink } from '../subscriptions/commands-model.ts';

/** Why there is no page at which an invoice can be paid; undefined where there can be one. */
export function refusalOfLink({
  status,
  payerAccountId,
  subscriptionId,
}: Invoice): string | undefined {
  switch (status) {
    case 'paid':
      return 'this invoice is paid already';
    case 'void':
      return 'this invoice is void: nobody owes it any more';
    case 'draft':
      return subscriptionId === null
        ? 'this invoice is a draft: finalize it, and it can be paid'
        : 'this invoice is still being made: repeat the request in a second';
    case 'open':
    case 'uncollectible':
      return payerAccountId === null
        ? undefined
        : 'this invoice is paid from the balance of an account: record a credit there, and the next attempt takes it';
    default:
      return status satisfies never;
  }
}

/** Why an invoice cannot have been paid outside of Florin; undefined where it can. */
export function refusalOfOutside({ status }: Invoice): string | undefined {
  switch (status) {
    case 'paid':
      return 'this invoice is paid already';
    case 'void':
      return 'this invoice is void: nobody owes it any more';
    case 'draft':
      return 'this invoice is a draft: finalize it first';
    case 'open':
    case 'uncollectible':
      return undefined;
    default:
      return status satisfies never;
  }
}

/**
 * Attaches the payment request by which an invoice can be paid from now on. One that was made for
 * an invoice which nobody owes any more is to be canceled with the ledger.
 * @returns undefined when nothing changes: it has that one already, or was paid.
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
