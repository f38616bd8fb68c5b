import type { Uuid } from '@florin/contracts';
import type { IdempotencyKey } from '@florin/database';
import type { VoidInvoice } from '../domain/command.ts';
import { toLinkedInvoice } from '../domain/invoice-resource.ts';
import type { Cause, Stored } from '../domain/public-events.ts';
import { getInvoice } from '../store/invoices.ts';
import type { makeTellSubscription } from './tell-subscription.ts';

export interface VoidWish {
  readonly stored: Stored;
  readonly invoiceId: Uuid;
  readonly subscription: VoidInvoice['subscription'];
}

/** Voids an invoice, and says how it and its subscription are then. */
export function makeVoidInvoice(tell: ReturnType<typeof makeTellSubscription>) {
  return (
    { stored, invoiceId, subscription }: VoidWish,
    key: IdempotencyKey | undefined,
    cause: Cause,
  ) =>
    tell(
      stored,
      async (tx) => {
        const { status } = await getInvoice(tx, invoiceId);
        return { type: 'void_invoice', invoiceId, status, subscription };
      },
      key,
      {
        cause,
        answer: async (tx, after) => ({
          status: 200,
          body: {
            ...toLinkedInvoice(await getInvoice(tx, invoiceId)),
            subscription_status: after.subscription.status,
          },
        }),
      },
    );
}
