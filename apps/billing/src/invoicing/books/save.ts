import type { Uuid } from '@florin/contracts';
import { type Column, insertRows, saveRowsIn } from '@florin/database';
import { dayOf } from '@florin/money';
import type { Transaction } from 'kysely';
import type { Entry, Fact } from '../../domain/books/model.ts';
import { entryOf, readsEarlier } from '../../domain/books/post.ts';
import { toJsonText } from '../../json-text.ts';
import type { BooksTables } from '../../schema/books.ts';
import { findEntries } from './queries.ts';

/** Facts of one invoice at one instant, in order. */
export interface Booking {
  readonly invoiceId: Uuid;
  readonly sellerId: Uuid;
  readonly holderId: Uuid;
  readonly currency: string;
  /** Invoice number that documents show. */
  readonly document: string;
  /** Time zone (IANA) of the seller's calendar; null if the seller has not chosen one. */
  readonly timezone: string | null;
  /** Milliseconds since 1970, by the invoice's clock. */
  readonly at: number;
  readonly requestId: string | null;
  /** Number of entries that the invoice had before these facts. */
  readonly entriesBefore: number;
  readonly facts: readonly Fact[];
}

interface Recorded extends Entry {
  readonly day: string | null;
  readonly booking: Booking;
  readonly fact: Fact;
  readonly sequence: number;
}

const columns: readonly Column<Recorded>[] = [
  ['invoice_id', 'uuid', ({ booking }) => booking.invoiceId],
  ['sequence', 'integer', ({ sequence }) => sequence],
  ['seller_id', 'uuid', ({ booking }) => booking.sellerId],
  ['holder_id', 'uuid', ({ booking }) => booking.holderId],
  ['currency', 'text', ({ booking }) => booking.currency],
  ['kind', 'text', ({ kind }) => kind],
  ['source', 'text', ({ source }) => source],
  [
    'document',
    'text',
    ({ booking, fact }) => ('document' in fact ? fact.document : booking.document),
  ],
  ['amount', 'bigint', ({ amount }) => amount],
  ['postings', 'json text', ({ postings }) => toJsonText(postings)],
  ['occurred_at', 'timestamptz', ({ booking }) => booking.at],
  ['occurred_on', 'text', ({ day }) => day],
  ['request_id', 'text', ({ booking }) => booking.requestId],
];
const INSERT = insertRows<Recorded>('book_entries', columns);

/**
 * Writes the entries of these facts in the transaction of the change that they record. The caller
 * has locked the invoices or their owners; bookings of one invoice are in order.
 */
export async function recordFacts<Tables extends BooksTables>(
  tx: Transaction<Tables>,
  bookings: readonly Booking[],
): Promise<void> {
  const reading = bookings.filter(({ facts }) => facts.some(readsEarlier));
  const known = new Map<Uuid, readonly Entry[]>(
    await findEntries(
      tx,
      reading.map(({ invoiceId }) => invoiceId),
    ),
  );
  const recorded: Recorded[] = [];
  for (const booking of bookings) {
    const { at, timezone } = booking;
    const day = timezone === null ? null : dayOf(at, timezone);
    const earlier = [...(known.get(booking.invoiceId) ?? [])];
    for (const [index, fact] of booking.facts.entries()) {
      const entry = entryOf(earlier, fact);
      earlier.push(entry);
      recorded.push({ ...entry, day, booking, fact, sequence: booking.entriesBefore + index + 1 });
    }
    known.set(booking.invoiceId, earlier);
  }
  await saveRowsIn(tx, INSERT, recorded);
}
