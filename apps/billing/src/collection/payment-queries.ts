import type { Uuid } from '@florin/contracts';
import type { Kysely, Transaction } from 'kysely';
import type { BillingTables } from '../schema.ts';

/** Each invoice is in one of these tables. */
const tables = ['invoices', 'one_off_invoices'] as const;

export interface PaymentToCancel {
  readonly invoiceId: Uuid;
  readonly accountId: Uuid;
  readonly paymentId: Uuid;
}

/** Payment requests of void or uncollectible invoices, by id, after this one. */
export async function listToCancel(
  db: Kysely<BillingTables>,
  after: Uuid | null,
  rowsMax: number,
): Promise<readonly PaymentToCancel[]> {
  let query = db
    .selectFrom('invoice_documents')
    .select(['id', 'seller_id', 'payment_id'])
    .where('payment_state', '=', 'to_cancel');
  if (after !== null) query = query.where('id', '>', after);
  const rows = await query.orderBy('id').limit(rowsMax).execute();
  return rows.flatMap((row) =>
    row.payment_id === null
      ? []
      : [{ invoiceId: row.id, accountId: row.seller_id, paymentId: row.payment_id }],
  );
}

/** Marks the payment request of an invoice as ended, whatever happens to the invoice. */
export async function markPaymentEnded(db: Kysely<BillingTables>, invoiceId: Uuid): Promise<void> {
  for (const table of tables)
    await db
      .updateTable(table)
      .set({ payment_state: 'ended' })
      .where('id', '=', invoiceId)
      .where('payment_state', 'in', ['open', 'to_cancel'])
      .execute();
}

/** Marks a draft whose payment request was paid before its charge was recorded. */
export async function markPaidEarly(
  tx: Transaction<BillingTables>,
  invoiceId: Uuid,
): Promise<void> {
  await tx
    .updateTable('invoices')
    .set({ is_paid_early: true })
    .where('id', '=', invoiceId)
    .where('status', '=', 'draft')
    .execute();
}

export interface PaymentRound {
  /** Number of payment requests of the invoice that ended before the current one. */
  readonly round: number;
  /** Whether the ledger has confirmed that the current one can no longer be paid. */
  readonly hasEnded: boolean;
}

export async function findPaymentRound(
  db: Kysely<BillingTables>,
  invoiceId: Uuid,
): Promise<PaymentRound> {
  const row = await db
    .selectFrom('invoice_documents')
    .select(['payment_round', 'payment_state'])
    .where('id', '=', invoiceId)
    .executeTakeFirst();
  return { round: row?.payment_round ?? 0, hasEnded: row?.payment_state === 'ended' };
}

/** Starts the next round, unless another process already has. */
export async function endPaymentRound(
  db: Kysely<BillingTables>,
  invoiceId: Uuid,
  round: number,
): Promise<void> {
  for (const table of tables)
    await db
      .updateTable(table)
      .set({ payment_round: round + 1 })
      .where('id', '=', invoiceId)
      .where('payment_round', '=', round)
      .execute();
}
