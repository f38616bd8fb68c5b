import type { Uuid } from '@florin/contracts';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Posting, StoredEntry } from '../../domain/books/model.ts';
import { fromJsonText } from '../../json-text.ts';
import type { BookEntryRow, BooksTables } from '../../schema/books.ts';

/** The entries of each of these invoices, oldest first; invoices without any are left out. */
export async function findEntries<Tables extends BooksTables>(
  db: Kysely<Tables>,
  invoiceIds: readonly Uuid[],
): Promise<Map<Uuid, readonly StoredEntry[]>> {
  if (invoiceIds.length === 0) return new Map();
  const { rows } = await sql<Selectable<BookEntryRow>>`
    select * from book_entries where invoice_id = any(${invoiceIds}::uuid[])
     order by invoice_id, sequence`.execute(db);
  return Map.groupBy(rows.map(toEntry), ({ invoiceId }) => invoiceId);
}

/** The entries of one invoice, oldest first. */
export async function findEntriesOf<Tables extends BooksTables>(
  db: Kysely<Tables>,
  invoiceId: Uuid,
): Promise<readonly StoredEntry[]> {
  return (await findEntries(db, [invoiceId])).get(invoiceId) ?? [];
}

export function toEntry(row: Selectable<BookEntryRow>): StoredEntry {
  return {
    position: row.position,
    invoiceId: row.invoice_id,
    sequence: row.sequence,
    holderId: row.holder_id,
    currency: row.currency,
    kind: row.kind,
    source: row.source,
    document: row.document,
    amount: row.amount,
    postings: fromJsonText<readonly Posting[]>(row.postings),
    at: row.occurred_at.getTime(),
    day: row.occurred_on,
    requestId: row.request_id,
  };
}
