import type { Uuid } from '@florin/contracts';
import type { OnceKey } from '@florin/database';
import { toLinkedInvoice } from '../domain/invoice-resource.ts';
import type { Cause, Stored } from '../domain/public-events.ts';
import { getInvoice } from '../store/invoices.ts';
import type { makeTellSubscription } from './tell-subscription.ts';

/** Voids an invoice that was sent, and says how it is then. */
export function makeVoidInvoice(tell: ReturnType<typeof makeTellSubscription>) {
  return (stored: Stored, invoiceId: Uuid, once: OnceKey | undefined, cause: Cause) =>
    tell(stored, { type: 'void_invoice', invoiceId }, once, {
      cause,
      answer: async (tx) => ({
        status: 200,
        body: toLinkedInvoice(await getInvoice(tx, invoiceId)),
      }),
    });
}
