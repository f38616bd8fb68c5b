import type { Generated } from 'kysely';
import type { PaymentAttempt } from '../domain/payment-attempt.ts';
import type { PaymentRequestStatus } from '../domain/payment-request.ts';
import type { Metadata } from '../domain/transaction.ts';

export interface PaymentTables {
  payment_requests: PaymentRequestRow;
  payment_attempts: PaymentAttemptRow;
  test_processor_charges: TestChargeRow;
}

export interface PaymentRequestRow {
  id: string;
  account_id: string;
  version: bigint;
  status: PaymentRequestStatus;
  /** Minor units. */
  amount: bigint;
  currency: string;
  customer_email: string;
  return_url: string | null;
  reference: string | null;
  metadata: Metadata;
  token: string;
  key: string | null;
  expires_at: Date;
  saves_for: string | null;
  failed_attempts: number;
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
  created_at: Date;
  updated_at: Date;
}

/** What the test processor remembers; nothing but it reads or writes them. */
export interface TestChargeRow {
  attempt_id: string;
  status: 'succeeded' | 'declined' | 'pending' | 'abandoned';
  amount: bigint | null;
  currency: string | null;
  decline_code: string | null;
  card_brand: string | null;
  card_last4: string | null;
  created_at: Generated<Date>;
}
