import { newId, toPublicId } from '@florin/contracts';
import type { PaymentRequestRow } from './peers.ts';
import type { Shop } from './start-billing.ts';

interface EventOptions {
  readonly id?: string;
  readonly change?: object;
  readonly requestId?: string | null;
}

/** The ledger's event about a payment request of a shop. */
export function paymentEvent(
  type: string,
  { payment_id, amount, currency, reference, metadata }: PaymentRequestRow,
  shop: Shop,
  { id = newId(), change = {}, requestId = null }: EventOptions = {},
) {
  return {
    id,
    type,
    created_at: new Date().toISOString(),
    account_id: shop.id,
    aggregate_id: payment_id,
    aggregate_sequence: 2,
    data: {
      object: {
        id: toPublicId('paymentRequest', payment_id),
        account_id: shop.publicId,
        amount,
        currency,
        reference,
        metadata,
        ...change,
      },
    },
    request: { id: requestId, idempotency_key: null },
  };
}
