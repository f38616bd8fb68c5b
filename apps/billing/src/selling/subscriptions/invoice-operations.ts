import { type Reply, refuse, type Uuid } from '@florin/contracts';
import type { IdempotencyKey } from '@florin/database';
import type { Cause } from '../../domain/cause.ts';
import { refusalOfVoid } from '../../domain/invoice/money.ts';
import { toLinkedInvoice } from '../../domain/resources/invoice.ts';
import type { VoidInvoice } from '../../domain/subscription/commands.ts';
import type { Subscription } from '../../domain/subscription/model.ts';
import type { CloseRequest, InvoicesDeps } from '../../invoicing/invoices/operations.ts';
import { getInvoice } from '../../invoicing/invoices/queries.ts';
import { changeSubscription } from './change.ts';

/** Writes off an invoice of a subscription; replies with the invoice. */
export function writeOff(
  deps: InvoicesDeps,
  { invoiceId, ...request }: CloseRequest & { readonly subscription: Subscription },
): Promise<Reply> {
  return changeSubscription(deps, {
    ...request,
    async command(tx) {
      const { status } = await getInvoice(tx, invoiceId);
      return { type: 'write_off', invoiceId, status };
    },
    toReply: async (tx) => ({
      status: 200,
      body: toLinkedInvoice(await getInvoice(tx, invoiceId)),
    }),
  });
}

export interface VoidRequest {
  readonly subscription: Subscription;
  readonly invoiceId: Uuid;
  /** Action on the subscription; null if the seller chose none. */
  readonly action: VoidInvoice['subscription'];
  readonly key: IdempotencyKey | undefined;
  readonly cause: Cause;
}

/** Voids an invoice; replies with the invoice and the new status of its subscription. */
export function voidInvoice(
  deps: InvoicesDeps,
  { invoiceId, action, ...request }: VoidRequest,
): Promise<Reply> {
  return changeSubscription(deps, {
    ...request,
    async command(tx) {
      const invoice = await getInvoice(tx, invoiceId);
      const refusal = refusalOfVoid(invoice);
      if (refusal !== undefined) return refuse('conflict', refusal);
      const { status } = invoice;
      return { type: 'void_invoice', invoiceId, status, subscription: action };
    },
    async toReply(tx, { subscription }) {
      const invoice = toLinkedInvoice(await getInvoice(tx, invoiceId));
      return { status: 200, body: { ...invoice, subscription_status: subscription.status } };
    },
  });
}
