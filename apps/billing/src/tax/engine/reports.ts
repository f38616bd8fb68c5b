import { toPublicId } from '@florin/contracts';
import type { Transaction } from 'kysely';
import type { CreditNote } from '../../domain/invoice/credit-note.ts';
import type { Invoice, InvoiceChange } from '../../domain/invoice/model.ts';
import { calculationsOf } from '../../domain/tax/charges.ts';
import { leftOf, toReportLines, unusedParts, wholeLines } from '../../domain/tax/reports.ts';
import type { BillingTables } from '../../schema.ts';
import type { TaxEngineDeps } from './ask.ts';
import type { EngineReport, TaxEngine } from './engine.ts';
import {
  endReport,
  findReversed,
  insertReversal,
  insertSales,
  noteProblem,
  type Report,
  takeReport,
} from './report-queries.ts';

type Tx = Transaction<BillingTables>;

/** Queues reports of invoice changes to tax engines, in the transaction of the changes. */
export async function addReports(tx: Tx, changes: readonly InvoiceChange[]): Promise<void> {
  const byEngine = changes.filter(({ invoice }) => invoice.lines.some(({ tax }) => tax?.engine));
  const opened = byEngine.filter(({ type }) => type === 'invoice.created');
  await addSales(
    tx,
    opened.map(({ invoice }) => invoice),
  );
  for (const { type, invoice } of byEngine)
    if (type === 'invoice.voided') await addVoid(tx, invoice);
}

async function addSales(tx: Tx, invoices: readonly Invoice[]): Promise<void> {
  const taxed = invoices.filter(({ lines }) => calculationsOf(lines).length > 0);
  const wanted = taxed.reduce((sum, { lines }) => sum + calculationsOf(lines).length, 0);
  const ids = taxed.map(({ id }) => id);
  if (ids.length > 0 && (await insertSales(tx, ids)) !== wanted)
    throw new Error('the calculation of an invoice belongs to another sale');
  for (const { id: documentId, sellerId, lines } of invoices)
    for (const { invoiceId, line } of unusedParts(lines))
      await insertReversal(tx, {
        ...{ sellerId, invoiceId, documentId, kind: 'unused', lines: [line] },
      });
}

/** Reverses the part of the sale that is not reversed yet. */
async function addVoid(tx: Tx, { id, sellerId, lines }: Invoice): Promise<void> {
  const earlier = await findReversed(tx, id);
  const isWhole = earlier.length === 0 && unusedParts(lines).length === 0;
  const left = leftOf(toReportLines(wholeLines(lines)), earlier);
  if (left.length === 0) return;
  const reversed = isWhole ? null : left;
  await insertReversal(tx, {
    ...{ sellerId, invoiceId: id, documentId: id, kind: 'void', lines: reversed },
  });
}

/** Queues the reversal of a credit note. */
export async function addCreditReport(tx: Tx, invoice: Invoice, note: CreditNote): Promise<void> {
  const parts = note.lines.flatMap(({ index, net, tax }) => {
    const line = invoice.lines[index];
    return line ? [{ line, net, tax }] : [];
  });
  const lines = toReportLines(parts);
  if (lines.length === 0) return;
  const { sellerId, id: invoiceId } = invoice;
  await insertReversal(tx, { sellerId, invoiceId, documentId: note.id, kind: 'credit', lines });
}

/**
 * Reports one sale or reversal. Idempotent, because the engine identifies a document by its
 * reference.
 * @returns whether one was waiting
 */
export async function reportNext(
  { db, findEngine }: TaxEngineDeps,
  onError: (error: unknown) => void,
): Promise<boolean> {
  const report = await takeReport(db);
  if (!report) return false;
  try {
    const engine = findEngine(report.sellerId);
    if (!engine) throw new Error('no Stripe Tax key is set for the mode of this account');
    await endReport(db, report.id, await send(engine, report));
  } catch (error) {
    await noteProblem(db, report.id, error instanceof Error ? error.message : String(error));
    onError(error);
  }
  return true;
}

function send(engine: TaxEngine, report: Report): Promise<EngineReport> {
  const { calculationId, lines, sale } = report;
  const reference = referenceOf(report);
  if (calculationId !== null) return engine.report({ calculationId, reference });
  if (!sale) throw new Error('the sale of this reversal was not reported');
  const { transactionId, lineIds } = sale;
  const reversed = lines?.map(({ reference: of, amount, tax }) => {
    const lineId = lineIds[of];
    if (lineId === undefined) throw new Error(`the reported sale has no line ${of}`);
    return { lineId, amount, tax };
  });
  return engine.reverse({ transactionId, reference, lines: reversed ?? null });
}

/** Permanent reference of an invoice or a credit note at the engine. */
function referenceOf({ kind, documentId }: Pick<Report, 'kind' | 'documentId'>): string {
  switch (kind) {
    case 'sale':
      return toPublicId('invoice', documentId);
    case 'credit':
      return toPublicId('creditNote', documentId);
    case 'void':
    case 'unused':
      return `${toPublicId('invoice', documentId)}-${kind}`;
    default:
      return kind satisfies never;
  }
}
