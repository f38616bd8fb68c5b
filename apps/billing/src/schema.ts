import type { CollectionMethod } from '@florin/contracts';
import type { InboxTables, LeaseTables, OutboxTables, SagaTables } from '@florin/database';
import type { Generated } from 'kysely';
import type { CreditDestination } from './domain/invoice/credit-note.ts';
import type { InvoiceStatus, PaymentState } from './domain/invoice/model.ts';
import type { FinalAction } from './domain/subscription/dunning.ts';
import type { SubscriptionStatus } from './domain/subscription/model.ts';
import type { BooksTables } from './schema/books.ts';
import type { PriceRow, ProductRow } from './schema/catalogue.ts';
import type { CouponTables } from './schema/coupons.ts';
import type { CreditTables } from './schema/credits.ts';
import type { DocumentFileRow } from './schema/documents.ts';
import type { ExportRow } from './schema/exports.ts';
import type { PortalSessionRow, PublicLinkRow } from './schema/public-links.ts';
import type { TaxCalculationRow, TaxReportRow } from './schema/tax-engine.ts';
import type { TaxIdCheckRow } from './schema/tax-id-checks.ts';
import type { TaxRateRow } from './schema/tax-rates.ts';

export interface BillingTables
  extends OutboxTables,
    SagaTables,
    LeaseTables,
    InboxTables,
    BooksTables,
    CouponTables,
    CreditTables {
  products: ProductRow;
  prices: PriceRow;
  customers: CustomerRow;
  test_clocks: TestClockRow;
  subscriptions: SubscriptionRow;
  subscription_add_ons: AddOnRow;
  subscription_history: HistoryRow;
  invoices: InvoiceRow;
  one_off_invoices: InvoiceRow;
  /** A view of both tables. */
  invoice_documents: InvoiceRow;
  invoice_numbers: { seller_id: string; last_number: bigint };
  credit_notes: CreditNoteRow;
  quotes: QuoteRow;
  account_gates: GateRow;
  seller_profiles: SellerProfileRow;
  logos: LogoRow;
  tax_rates: TaxRateRow;
  tax_tables: { is_current: Generated<boolean>; body: string; updated_at: Generated<Date> };
  tax_id_checks: TaxIdCheckRow;
  tax_calculations: TaxCalculationRow;
  tax_reports: TaxReportRow;
  period_changes: PeriodChangeRow;
  exports: ExportRow;
  export_pieces: { export_id: string; number: number; bytes: Buffer };
  document_files: DocumentFileRow;
  public_links: PublicLinkRow;
  portal_sessions: PortalSessionRow;
  accounting_settings: { account_id: string; settings: string; updated_at: Generated<Date> };
  portal_settings: { account_id: string; settings: string; updated_at: Generated<Date> };
  document_series: { seller_id: string; series: string; last_number: bigint };
  document_numbers: { seller_id: string; text: string };
}

export interface PeriodChangeRow {
  position: Generated<bigint>;
  seller_id: string;
  kind: 'closed' | 'reopened';
  month: string;
  closed_until: Date;
  reason: string | null;
  actor: string | null;
  changed_at: Date;
}

export interface SellerProfileRow {
  account_id: string;
  /** JSON text. */
  profile: string;
  logo_hash: string | null;
  updated_at: Generated<Date>;
}

export type LogoState = 'uploaded' | 'reencoded' | 'refused';

export interface LogoRow {
  account_id: string;
  /** SHA-256, in base64url, of the bytes as first stored. */
  hash: string;
  media_type: 'image/png' | 'image/jpeg';
  bytes: Buffer;
  /** `uploaded`: stored by an earlier version without decoding it. */
  state: Generated<LogoState>;
}

/** Settings of an account, and whether it may have new subscriptions. */
export interface GateRow {
  account_id: string;
  is_closed: Generated<boolean>;
  refuses_unknown_customers: Generated<boolean | null>;
  cancel_address: string | null;
  /** Null for the default schedule. */
  dunning_days: readonly number[] | null;
  /** Null for the default. */
  dunning_final_action: FinalAction | null;
}

export interface CreditNoteRow {
  id: string;
  seller_id: string;
  payer_account_id: string | null;
  customer_id: string | null;
  customer_reference: string;
  invoice_id: string;
  /** Gapless per seller and series; null while its refund is in progress. */
  document_number: string | null;
  invoice_number: string;
  status: 'pending' | 'issued';
  destination: CreditDestination;
  reason: string;
  memo: string | null;
  amount: bigint;
  currency: string;
  /** Both are JSON text. */
  lines: string;
  parties: string | null;
  /** Public id of the refund. */
  refund_id: string | null;
  created_at: Date;
  issued_at: Date | null;
}

export interface QuoteRow {
  id: string;
  subscription_id: string;
  /** The whole object as JSON text. */
  body: string;
  created_at: Generated<Date>;
}

export interface CustomerRow {
  id: string;
  /** Number of the last public event; 0 if there is none. */
  version: bigint;
  account_id: string;
  external_id: string | null;
  email: string | null;
  name: string | null;
  /** JSON text. */
  metadata: Generated<string>;
  /** Invoice details besides name and email address, as JSON text. */
  details: Generated<string>;
  archived_at: Date | null;
  anonymized_at: Date | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface TestClockRow {
  id: string;
  account_id: string;
  now_at: Date;
  /** Target and id of the current advance; null while the clock stands still. */
  target_at: Date | null;
  advance_id: string | null;
  created_at: Generated<Date>;
}

export interface SubscriptionRow {
  id: string;
  /** Number of the last public event; 0 while the subscription is being created. */
  version: bigint;
  seller_id: string;
  payer_account_id: string | null;
  customer_id: string | null;
  /** Null if it uses the real time. */
  test_clock_id: string | null;
  status: SubscriptionStatus;
  plan_id: string;
  is_charging: boolean;
  /** The whole object as JSON text; other columns exist for queries. */
  state: string;
  /** Number of entries in its history. */
  history_length: bigint;
  /** When the next automatic change is due; null if there is none. */
  due_at: Date | null;
  /** A process works on the due item until then. */
  leased_until: Generated<Date>;
  created_at: Date;
  updated_at: Date;
}

/** An add-on of a subscription, for lists by plan. */
export interface AddOnRow {
  plan_id: string;
  subscription_id: string;
}

export interface HistoryRow {
  subscription_id: string;
  sequence: bigint;
  type: string;
  /** The internal event as JSON text. */
  body: string;
  request_id: string | null;
  idempotency_key: string | null;
  happened_at: Date;
  /** The change of plan or quantity that starts with the event. */
  change_id: string | null;
}

export interface InvoiceRow {
  id: string;
  version: bigint;
  seller_id: string;
  payer_account_id: string | null;
  customer_id: string | null;
  /** The customer as named by the creator of the subscription. */
  customer_reference: string;
  /** Null on one-off invoices. */
  subscription_id: string | null;
  cause: string;
  /** Null on drafts; gapless per seller. */
  number: bigint | null;
  /** Number shown on documents; null on drafts, and on invoices of earlier versions. */
  document_number: string | null;
  /** Seller and buyer as JSON text; null if the seller has no profile. */
  parties: string | null;
  status: InvoiceStatus;
  amount: bigint;
  currency: string;
  /** JSON text. */
  lines: string;
  /** JSON text; null without. */
  discounts: string | null;
  attempt_count: number;
  reminder_count: Generated<number>;
  /** Why it is unpaid; null if no charge was tried, or it is paid. */
  failure_reason: string | null;
  decline_code: string | null;
  due_at: Date | null;
  due_days: number | null;
  /** How it is collected after finalization; null if it is sent, or its subscription decides. */
  collection_method: CollectionMethod | null;
  memo: string | null;
  /** Null for that of the customer. */
  po_number: string | null;
  sent_at: Date | null;
  outside_reference: string | null;
  /** JSON text; null if there were none, or earlier versions recorded them. */
  outside_payments: string | null;
  /** Amount that credit notes took back, and the unpaid part of it. */
  credited: Generated<bigint>;
  credited_owed: Generated<bigint>;
  /** JSON text; null if it has no entries in the books. */
  standing: string | null;
  /** The invoice version that its entries cover. */
  booked_version: Generated<bigint>;
  payment_id: string | null;
  payment_url: string | null;
  payment_state: PaymentState;
  /** Number of payment requests that ended before this one. */
  payment_round: Generated<number>;
  /** Its payment request was paid before billing recorded that it was sent. */
  is_paid_early: Generated<boolean>;
  transaction_id: string | null;
  finalized_at: Date | null;
  paid_at: Date | null;
  created_at: Date;
  updated_at: Date;
}
