import { inBackground } from '@florin/database';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { StoredEntry } from '../../domain/books/model.ts';
import { toEntry } from '../../invoicing/books/queries.ts';
import type { BookEntryRow } from '../../schema/books.ts';
import type { BillingTables } from '../../schema.ts';
import type { Wanted } from './rows.ts';

/** A page of a seller's entries in a span, in order of time. */
export async function readEntries(
  db: Kysely<BillingTables>,
  { accountId, from, until, place }: Pick<Wanted, 'accountId' | 'from' | 'until' | 'place'>,
  limit: number,
): Promise<{ readonly items: readonly StoredEntry[]; readonly next: string | null }> {
  const [at, position] = place?.split('/') ?? [];
  const beyond =
    at === undefined || position === undefined
      ? sql`true`
      : sql`(occurred_at, position) > (${new Date(Number(at))}, ${BigInt(position)})`;
  const { rows } = await inBackground(db, (tx) =>
    sql<Selectable<BookEntryRow>>`
      select * from book_entries
       where seller_id = ${accountId} and occurred_at >= ${new Date(from)}
         and occurred_at < ${new Date(until)} and ${beyond}
       order by occurred_at, position limit ${limit}`.execute(tx),
  );
  const last = rows.length < limit ? undefined : rows.at(-1);
  const next = last ? `${last.occurred_at.getTime()}/${last.position}` : null;
  return { items: rows.map(toEntry), next };
}
