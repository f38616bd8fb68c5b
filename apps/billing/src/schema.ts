import type { CollectionMethod } from '@florin/contracts';
import type { InboxTables, LeaseTables, OutboxTables, SagaTables } from '@florin/database';
import type { Supply } from '@florin/tax';
import type { Generated } from 'kysely';
import type { BooksTables } from './books/schema.ts';
import type { CreditDestination } from './credit-notes/model.ts';
import type { CreditKind } from './credits/model.ts';
import type { DocumentFileRow } from './documents/schema.ts';
import type { ExportRow } from './exports/schema.ts';
import type { InvoiceStatus, PaymentState } from './invoices/model.ts';
import type { Interval } from './plans/model.ts';
import type { PortalSessionRow, PublicLinkRow } from './public-links/schema.ts';
import type { SubscriptionStatus } from './subscriptions/model.ts';
import type { TaxRateRow } from './tax/schema.ts';
import type { TaxCalculationRow, TaxReportRow } from './tax-engine/schema.ts';
import type { TaxIdCheckRow } from './tax-ids/schema.ts';

export interface BillingTables
  extends OutboxTables,
    SagaTables,
    LeaseTables,
    InboxTables,
    BooksTables {
  plans: PlanRow;
  customers: CustomerRow;
  test_clocks: TestClockRow;
  subscriptions: SubscriptionRow;
  subscription_history: HistoryRow;
  invoices: InvoiceRow;
  one_off_invoices: InvoiceRow;
  /** A view of both. */
  invoice_documents: InvoiceRow;
  invoice_numbers: { seller_id: string; last_number: bigint };
  credit_balances: CreditBalanceRow;
  credit_entries: Omit<CreditEntryRow, 'credit_note_id'>;
  credit_note_entries: CreditEntryRow;
  /** A view of both. */
  all_credit_entries: CreditEntryRow;
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
  /** SHA-256, in base64url, of its bytes as they were first stored. */
  hash: string;
  media_type: 'image/png' | 'image/jpeg';
  bytes: Buffer;
  /** `uploaded`: by an earlier version, which did not decode it. */
  state: Generated<LogoState>;
}

/** What an account lets in. */
export interface GateRow {
  account_id: string;
  is_closed: Generated<boolean>;
  refuses_unknown_customers: Generated<boolean | null>;
  cancel_address: string | null;
  /** Null for the usual schedule. */
  dunning_days: readonly number[] | null;
}

export interface CreditBalanceRow {
  seller_id: string;
  /** A customer of the seller, or an account that pays it. */
  holder_id: string;
  currency: string;
  balance: bigint;
  updated_at: Generated<Date>;
}

export interface CreditEntryRow {
  /** In which order a holder's entries were made. */
  position: Generated<bigint>;
  id: string;
  seller_id: string;
  holder_id: string;
  currency: string;
  kind: CreditKind;
  amount: bigint;
  balance_after: bigint;
  /** Null for a one-off invoice. */
  subscription_id: string | null;
  invoice_id: string;
  credit_note_id: string | null;
  cause: string;
  created_at: Generated<Date>;
}

export interface CreditNoteRow {
  id: string;
  seller_id: string;
  payer_account_id: string | null;
  customer_id: string | null;
  customer_reference: string;
  invoice_id: string;
  /** Without gaps per seller and series; null while its refund is under way. */
  document_number: string | null;
  invoice_number: string;
  status: 'pending' | 'issued';
  destination: CreditDestination;
  reason: string;
  memo: string | null;
  amount: bigint;
  currency: string;
  /** JSON text, both. */
  lines: string;
  parties: string | null;
  /** The public id of the refund that gave the money back. */
  refund_id: string | null;
  created_at: Date;
  issued_at: Date | null;
}

export interface QuoteRow {
  id: string;
  subscription_id: string;
  /** The whole of it, as JSON text. */
  body: string;
  created_at: Generated<Date>;
}

export interface PlanRow {
  position: Generated<bigint>;
  account_id: string;
  slug: string;
  name: string;
  amount: bigint;
  currency: string;
  interval: Interval;
  interval_count: number;
  tax_class: Generated<string>;
  supply: Generated<Supply>;
  tax_behavior: 'inclusive' | 'exclusive' | null;
  created_at: Generated<Date>;
  archived_at: Generated<Date | null>;
}

export interface CustomerRow {
  id: string;
  /** Of the last public event; 0 while there is none. */
  version: bigint;
  account_id: string;
  external_id: string | null;
  email: string | null;
  name: string | null;
  /** JSON text. */
  metadata: Generated<string>;
  /** What stands on its invoices beside name and email, as JSON text. */
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
  /** Where it is being advanced to, and by which advance; null while it stands still. */
  target_at: Date | null;
  advance_id: string | null;
  created_at: Generated<Date>;
}

export interface SubscriptionRow {
  id: string;
  /** Of the last public event; 0 while the subscription is being created. */
  version: bigint;
  seller_id: string;
  payer_account_id: string | null;
  customer_id: string | null;
  /** Null for the real time. */
  test_clock_id: string | null;
  status: SubscriptionStatus;
  plan_id: string;
  is_charging: boolean;
  /** The whole of it, as JSON text; the columns around it are what queries need. */
  state: string;
  /** How many entries its history has. */
  history_length: bigint;
  /** When something happens by itself; null when nothing will. */
  due_at: Date | null;
  /** A process works on what is due until then. */
  leased_until: Generated<Date>;
  created_at: Date;
  updated_at: Date;
}

export interface HistoryRow {
  subscription_id: string;
  sequence: bigint;
  type: string;
  /** The event of the core as JSON text. */
  body: string;
  request_id: string | null;
  idempotency_key: string | null;
  happened_at: Date;
  /** The change of plan or quantity that begins with the event. */
  change_id: string | null;
}

export interface InvoiceRow {
  id: string;
  version: bigint;
  seller_id: string;
  payer_account_id: string | null;
  customer_id: string | null;
  /** The customer as the subscription's creator named it. */
  customer_reference: string;
  /** Null on one-off invoices. */
  subscription_id: string | null;
  cause: string;
  /** Null on drafts; without gaps per seller. */
  number: bigint | null;
  /** As documents show it; null on drafts, and on invoices of earlier versions. */
  document_number: string | null;
  /** Seller and buyer as JSON text; null where the seller has no profile. */
  parties: string | null;
  status: InvoiceStatus;
  amount: bigint;
  currency: string;
  /** JSON text. */
  lines: string;
  attempt_count: number;
  reminder_count: Generated<number>;
  /** Why it is not paid; null where nothing was tried, or it is paid. */
  failure_reason: string | null;
  decline_code: string | null;
  due_at: Date | null;
  due_days: number | null;
  /** How it is collected once it is finalized; null where it is sent, and where its subscription decides. */
  collection_method: CollectionMethod | null;
  memo: string | null;
  sent_at: Date | null;
  outside_reference: string | null;
  /** What credit notes have taken back of it, and of that what nobody had paid. */
  credited: Generated<bigint>;
  credited_owed: Generated<bigint>;
  /** JSON text; null on invoices without entries in the books. */
  standing: string | null;
  /** The version that its entries account for. */
  booked_version: Generated<bigint>;
  payment_id: string | null;
  payment_url: string | null;
  payment_state: PaymentState;
  /** How many payment requests have ended before this one. */
  payment_round: Generated<number>;
  /** Its payment request was paid before the invoice was known to be sent. */
  is_paid_early: Generated<boolean>;
  transaction_id: string | null;
  finalized_at: Date | null;
  paid_at: Date | null;
  created_at: Date;
  updated_at: Date;
}
