import { type Column, namesOf } from '@florin/database';
import type { Currency } from '@florin/money';
import type { Selectable } from 'kysely';
import type {
  ConsentTerms,
  PaymentAttempt,
  PaymentRequest,
  PaymentRequestStatus,
} from '../domain/payment-request/model.ts';
import type { Metadata } from '../domain/transaction/model.ts';

export interface PaymentTables {
  payment_requests: PaymentRequestRow;
  payment_attempts: PaymentAttemptRow;
}

export interface PaymentRequestRow {
  id: string;
  account_id: string;
  version: bigint;
  status: PaymentRequestStatus;
  /** Minor units. */
  amount: bigint;
  /** Only verified codes are written. */
  currency: Currency;
  customer_email: string;
  customer_id: string | null;
  return_url: string | null;
  reference: string | null;
  metadata: Metadata;
  token: string;
  key: string | null;
  expires_at: Date;
  saves_for: string | null;
  consent_interval: ConsentTerms['interval'] | null;
  consent_interval_count: number | null;
  /** Minor units. */
  consent_amount: bigint | null;
  consent_cancel_address: string | null;
  failed_attempts: number;
  decline_code: string | null;
  transaction_id: string | null;
  created_at: Date;
  updated_at: Date;
}

export interface PaymentAttemptRow {
  id: string;
  account_id: string;
  payment_id: string;
  status: PaymentAttempt['status'];
  processor: string;
  processor_reference: string | null;
  decline_code: string | null;
  card_brand: string | null;
  card_last4: string | null;
  consent_text: string | null;
  created_at: Date;
  updated_at: Date;
}

export const requestColumns: readonly Column<PaymentRequest>[] = [
  ['id', 'uuid', (row) => row.id],
  ['account_id', 'uuid', (row) => row.accountId],
  ['version', 'bigint', (row) => row.version],
  ['status', 'text', (row) => row.status],
  ['amount', 'bigint', (row) => row.amount],
  ['currency', 'text', (row) => row.currency],
  ['customer_email', 'text', (row) => row.customerEmail],
  ['customer_id', 'text', (row) => row.customerId],
  ['return_url', 'text', (row) => row.returnUrl],
  ['reference', 'text', (row) => row.reference],
  ['metadata', 'json', (row) => JSON.stringify(row.metadata)],
  ['token', 'text', (row) => row.token],
  ['key', 'text', (row) => row.key],
  ['expires_at', 'timestamptz', (row) => row.expiresAt],
  ['saves_for', 'text', (row) => row.savesFor],
  ['consent_interval', 'text', (row) => row.consent?.interval ?? null],
  ['consent_interval_count', 'integer', (row) => row.consent?.intervalCount ?? null],
  ['consent_amount', 'bigint', (row) => row.consent?.amount ?? null],
  ['consent_cancel_address', 'text', (row) => row.consent?.cancelAddress ?? null],
  ['failed_attempts', 'integer', (row) => row.failedAttempts],
  ['decline_code', 'text', (row) => row.declineCode],
  ['transaction_id', 'uuid', (row) => row.transactionId],
  ['created_at', 'timestamptz', (row) => row.createdAt],
  ['updated_at', 'timestamptz', (row) => row.updatedAt],
];

export const attemptColumns: readonly Column<PaymentAttempt>[] = [
  ['id', 'uuid', (row) => row.id],
  ['account_id', 'uuid', (row) => row.accountId],
  ['payment_id', 'uuid', (row) => row.paymentId],
  ['status', 'text', (row) => row.status],
  ['processor', 'text', (row) => row.processor],
  ['processor_reference', 'text', (row) => row.processorReference],
  ['decline_code', 'text', (row) => row.declineCode],
  ['card_brand', 'text', (row) => row.card?.brand ?? null],
  ['card_last4', 'text', (row) => row.card?.last4 ?? null],
  ['consent_text', 'text', (row) => row.consentText],
  ['created_at', 'timestamptz', (row) => row.createdAt],
  ['updated_at', 'timestamptz', (row) => row.updatedAt],
];

/** Columns of named statements: see `TRANSACTION_COLUMNS`. */
export const REQUEST_COLUMNS = namesOf(requestColumns);
export const ATTEMPT_COLUMNS = namesOf(attemptColumns);

export function toPaymentRequest(row: Selectable<PaymentRequestRow>): PaymentRequest {
  return {
    id: row.id,
    accountId: row.account_id,
    version: row.version,
    status: row.status,
    amount: row.amount,
    currency: row.currency,
    customerEmail: row.customer_email,
    // Earlier releases store the customer only if a card is saved.
    customerId: row.customer_id ?? row.saves_for,
    returnUrl: row.return_url,
    reference: row.reference,
    metadata: row.metadata,
    token: row.token,
    key: row.key,
    expiresAt: row.expires_at.getTime(),
    savesFor: row.saves_for,
    consent: toConsent(row),
    failedAttempts: row.failed_attempts,
    declineCode: row.decline_code,
    transactionId: row.transaction_id,
    createdAt: row.created_at.getTime(),
    updatedAt: row.updated_at.getTime(),
  };
}

function toConsent(row: Selectable<PaymentRequestRow>): ConsentTerms | null {
  const {
    consent_interval: interval,
    consent_interval_count: intervalCount,
    consent_amount: amount,
    consent_cancel_address: cancelAddress,
  } = row;
  if (interval === null || intervalCount === null || amount === null) return null;
  return { interval, intervalCount, amount, cancelAddress };
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
    consentText: row.consent_text,
    createdAt: row.created_at.getTime(),
    updatedAt: row.updated_at.getTime(),
  };
}
