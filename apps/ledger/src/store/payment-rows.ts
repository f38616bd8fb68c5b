import type { Currency } from '@florin/money';
import type { Selectable } from 'kysely';
import type { PaymentAttempt } from '../domain/payment-attempt.ts';
import type { PaymentRequest } from '../domain/payment-request.ts';
import type { PaymentAttemptRow, PaymentRequestRow } from './payment-schema.ts';

export function toPaymentRequest(row: Selectable<PaymentRequestRow>): PaymentRequest {
  return {
    id: row.id,
    accountId: row.account_id,
    version: row.version,
    status: row.status,
    amount: row.amount,
    // Only codes that were checked are ever written.
    currency: row.currency as Currency,
    customerEmail: row.customer_email,
    returnUrl: row.return_url,
    reference: row.reference,
    metadata: row.metadata,
    token: row.token,
    key: row.key,
    expiresAt: row.expires_at.getTime(),
    savesFor: row.saves_for,
    failedAttempts: row.failed_attempts,
    transactionId: row.transaction_id,
    createdAt: row.created_at.getTime(),
    updatedAt: row.updated_at.getTime(),
  };
}

export function toPaymentAttempt(row: Selectable<PaymentAttemptRow>): PaymentAttempt {
  const { card_brand: brand, card_last4: last4 } = row;
  return {
    id: row.id,
    accountId: row.account_id,
    paymentId: row.payment_id,
    status: row.status,
    processor: row.processor,
    processorReference: row.processor_reference,
    declineCode: row.decline_code,
    card: brand === null || last4 === null ? null : { brand, last4 },
    createdAt: row.created_at.getTime(),
    updatedAt: row.updated_at.getTime(),
  };
}
