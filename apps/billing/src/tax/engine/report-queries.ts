import { newId, type Uuid } from '@florin/contracts';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { ReportLine } from '../../domain/tax/reports.ts';
import { fromJsonText, toJsonText } from '../../json-text.ts';
import type { TaxReportRow } from '../../schema/tax-engine.ts';
import type { BillingTables } from '../../schema.ts';
import type { EngineReport } from './engine.ts';

type Tx = Transaction<BillingTables>;

/** A sale, or a full or partial reversal of one. */
export interface Report {
  readonly id: Uuid;
  readonly sellerId: Uuid;
  readonly documentId: Uuid;
  readonly kind: TaxReportRow['kind'];
  readonly calculationId: string | null;
  /** Null for the whole sale. */
  readonly lines: readonly ReportLine[] | null;
  /** The reported sale that this reverses; null for a sale. */
  readonly sale: EngineReport | null;
}

/** Queues the sales of finalized invoices, with the calculations that taxed them. */
export async function insertSales(tx: Tx, invoiceIds: readonly Uuid[]): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    insert into tax_reports (id, seller_id, invoice_id, document_id, kind, calculation_id)
    select new.id, calculation.seller_id, calculation.invoice_id, calculation.invoice_id, 'sale',
           calculation.calculation_id
      from unnest(${invoiceIds}::uuid[], ${invoiceIds.map(newId)}::uuid[]) as new (invoice_id, id)
      join tax_calculations calculation on calculation.invoice_id = new.invoice_id
     order by new.id`.execute(tx);
  return Number(numAffectedRows);
}

export interface Reversal {
  readonly sellerId: Uuid;
  /** The invoice whose sale is reversed. */
  readonly invoiceId: Uuid;
  /** The document that reverses it. */
  readonly documentId: Uuid;
  readonly kind: Exclude<TaxReportRow['kind'], 'sale'>;
  readonly lines: readonly ReportLine[] | null;
}

export async function insertReversal(tx: Tx, reversal: Reversal): Promise<void> {
  const { sellerId, invoiceId, documentId, kind, lines } = reversal;
  await tx
    .insertInto('tax_reports')
    .values({
      ...{ id: newId(), seller_id: sellerId, invoice_id: invoiceId, document_id: documentId, kind },
      ...{ calculation_id: null, lines: lines && toJsonText(lines), transaction_id: null },
      ...{ line_ids: null, problem: null, done_at: null },
    })
    .onConflict((conflict) => conflict.columns(['document_id', 'kind']).doNothing())
    .execute();
}

/** The parts of an invoice's sale that are already reversed, or queued for it. */
export async function findReversed(tx: Tx, invoiceId: Uuid): Promise<readonly ReportLine[]> {
  const rows = await tx
    .selectFrom('tax_reports')
    .select('lines')
    .where('invoice_id', '=', invoiceId)
    .where('kind', '!=', 'sale')
    .execute();
  return rows.flatMap(({ lines }) => (lines === null ? [] : fromJsonText<ReportLine[]>(lines)));
}

/** Retried after a minute, then at doubling intervals of up to six hours. */
const PAUSE_S = 30;
const PAUSE_S_MAX = 21_600;

/** Takes the report that has waited longest; a sale precedes its reversals. */
export async function takeReport(db: Kysely<BillingTables>): Promise<Report | undefined> {
  const { rows } = await sql<TaxReportRow & { sale_id: string | null; sale_lines: string | null }>`
    with due as materialized (
      select id from tax_reports
       where done_at is null and next_try_at <= clock_timestamp()
         and (kind = 'sale' or exists (
           select from tax_reports sale
            where sale.invoice_id = tax_reports.invoice_id and sale.kind = 'sale'
              and sale.done_at is not null))
       order by next_try_at limit 1 for update skip locked),
    taken as (
      update tax_reports
         set tries = tries + 1,
             next_try_at = clock_timestamp()
               + make_interval(secs => least(${PAUSE_S} * 2 ^ least(tries + 1, 20), ${PAUSE_S_MAX}))
       where id in (select id from due)
      returning *)
    select taken.*, sale.transaction_id as sale_id, sale.line_ids as sale_lines
      from taken left join tax_reports sale
        on taken.kind <> 'sale' and sale.invoice_id = taken.invoice_id and sale.kind = 'sale'`.execute(
    db,
  );
  const [row] = rows;
  if (!row) return undefined;
  return {
    ...{ id: row.id, sellerId: row.seller_id, documentId: row.document_id, kind: row.kind },
    calculationId: row.calculation_id,
    lines: row.lines === null ? null : fromJsonText<ReportLine[]>(row.lines),
    sale:
      row.sale_id === null
        ? null
        : { transactionId: row.sale_id, lineIds: JSON.parse(row.sale_lines ?? '{}') },
  };
}

export async function endReport(
  db: Kysely<BillingTables>,
  id: Uuid,
  { transactionId, lineIds }: EngineReport,
): Promise<void> {
  await db
    .updateTable('tax_reports')
    .set({
      ...{ transaction_id: transactionId, line_ids: JSON.stringify(lineIds), problem: null },
      done_at: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', id)
    .execute();
}

export async function noteProblem(
  db: Kysely<BillingTables>,
  id: Uuid,
  problem: string,
): Promise<void> {
  await db.updateTable('tax_reports').set({ problem }).where('id', '=', id).execute();
}

/** Number of waiting reports, up to a limit, and the age of the oldest in seconds. */
export async function measureReports(
  db: Kysely<BillingTables>,
  countedMax: number,
): Promise<{ readonly waiting: number; readonly ageSeconds: number }> {
  const { rows } = await sql<{ waiting: bigint; age: string | null }>`
    select count(*) as waiting, extract(epoch from clock_timestamp() - min(created_at)) as age
      from (select created_at from tax_reports where done_at is null limit ${countedMax}) open`.execute(
    db,
  );
  const { waiting = 0n, age = null } = rows[0] ?? {};
  return { waiting: Number(waiting), ageSeconds: Number(age ?? 0) };
}
